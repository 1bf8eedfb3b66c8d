import Glibc

extension IPAddress: CustomStringConvertible {
    /// Reads an address as people write it: `192.0.2.1`, `2001:db8::1`, `fe80::1%eth0`, `fe80::1%2`; nil for anything
    /// else, an interface that doesn't exist too. Only a link-local address keeps its scope.
    package static func parse(_ text: String) -> IPAddress? {
        let parts = text.split(separator: "%", maxSplits: 1, omittingEmptySubsequences: false)
        guard let address = parts.first.flatMap({ parseWithoutScope(String($0)) }) else { return nil }
        guard parts.count == 2 else { return address }
        guard case .v6(let bits, _) = address, let scope = interfaceIndex(parts[1]) else { return nil }
        return .v6(bits, scope: address.isLinkLocal ? scope : 0)
    }

    /// As RFC 5952 wants it, a scope by its interface's name if there still is one: `fe80::1%eth0`.
    package var description: String {
        switch self {
        case .v4(let bits):
            return stride(from: 24, through: 0, by: -8).map { String(bits >> $0 & 0xFF) }.joined(separator: ".")
        case .v6(let bits, let scope):
            let text = Self.text(ofV6: bits.number)
            return scope == 0 ? text : "\(text)%\(NetworkInterface.name(ofIndex: scope) ?? String(scope))"
        }
    }

    private static func parseWithoutScope(_ text: String) -> IPAddress? {
        // The C library would stop reading at a NUL and accept the rest, whatever it is.
        guard !text.utf8.contains(0) else { return nil }
        var v4 = in_addr()
        // inet_pton writes to the structure of the family it is called with, and to nothing else.
        if unsafe inet_pton(AF_INET, text, &v4) == 1 { return IPAddress(v4) }
        var v6 = in6_addr()
        if unsafe inet_pton(AF_INET6, text, &v6) == 1 { return IPAddress(v6, scope: 0) }
        return nil
    }

    private static func interfaceIndex(_ scope: Substring) -> UInt32? {
        guard scope.utf8.allSatisfy({ (0x30...0x39).contains($0) }) else {
            return NetworkInterface.index(ofName: String(scope))
        }
        return UInt32(scope).flatMap { $0 == 0 ? nil : $0 }
    }

    private static func text(ofV6 bits: UInt128) -> String {
        var address = in6_addr(bits)
        let text = unsafe String(ofAtMost: Int(INET6_ADDRSTRLEN)) { memory, size in
            unsafe inet_ntop(AF_INET6, &address, memory, socklen_t(size)) != nil
        }
        return text ?? "::"
    }
}
