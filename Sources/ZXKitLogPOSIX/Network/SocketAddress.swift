/// An address and a TCP port: where a socket is.
package struct SocketAddress: Hashable, Sendable, CustomStringConvertible {
    package var ip: IPAddress
    package var port: UInt16

    package init(ip: IPAddress, port: UInt16) {
        self.ip = ip
        self.port = port
    }

    /// `127.0.0.1:80`, `[::1]:80`, `[fe80::1%eth0]:80`
    package var description: String {
        ip.isV6 ? "[\(ip)]:\(port)" : "\(ip):\(port)"
    }

    /// Reads what `description` writes; nil for anything else, host names too.
    package static func parse(_ text: String) -> SocketAddress? {
        guard let colon = text.lastIndex(of: ":"), let port = port(text[text.index(after: colon)...]) else {
            return nil
        }
        let host = text[..<colon]
        if host.hasPrefix("["), host.hasSuffix("]") {
            guard let ip = IPAddress.parse(String(host.dropFirst().dropLast())), ip.isV6 else { return nil }
            return SocketAddress(ip: ip, port: port)
        }
        guard let ip = IPAddress.parse(String(host)), !ip.isV6 else { return nil }
        return SocketAddress(ip: ip, port: port)
    }

    private static func port(_ digits: Substring) -> UInt16? {
        digits.utf8.allSatisfy { (0x30...0x39).contains($0) } ? UInt16(digits) : nil
    }
}
