import Glibc

// Between our addresses and the kernel's structures, which hold numbers in network byte order.

extension IPAddress {
    init(_ address: in_addr) {
        self = .v4(UInt32(bigEndian: address.s_addr))
    }

    init(_ address: in6_addr, scope: UInt32) {
        // Each member of the union is the same 16 bytes.
        let words = unsafe address.__in6_u.__u6_addr32
        let bits = [words.0, words.1, words.2, words.3].reduce(UInt128(0)) { $0 << 32 | UInt128(UInt32(bigEndian: $1)) }
        // Only a link-local address has a scope; the kernel leaves the field of others unspecified.
        let isLinkLocal = bits >> 118 == 0xFE80 >> 6
        self = .v6(IPv6Bits(bits), scope: isLinkLocal ? scope : 0)
    }

    /// From a `sockaddr` of either family; nil for a null pointer and any other family.
    init?(_ pointer: UnsafePointer<sockaddr>?) {
        guard let address = unsafe SocketAddress(pointer) else { return nil }
        self = address.ip
    }
}

extension in6_addr {
    init(_ bits: UInt128) {
        func word(_ shift: Int) -> UInt32 { UInt32(truncatingIfNeeded: bits >> shift).bigEndian }
        self.init()
        unsafe __in6_u.__u6_addr32 = (word(96), word(64), word(32), word(0))
    }
}

extension SocketAddress {
    /// From a `sockaddr` that is in truth as large as its family says; nil for a null pointer and any other family.
    init?(_ pointer: UnsafePointer<sockaddr>?) {
        guard let pointer = unsafe pointer else { return nil }
        let raw = unsafe UnsafeRawPointer(pointer)
        switch Int32(unsafe pointer.pointee.sa_family) {
        case AF_INET:
            let system = unsafe raw.loadUnaligned(as: sockaddr_in.self)
            self.init(ip: IPAddress(system.sin_addr), port: UInt16(bigEndian: system.sin_port))
        case AF_INET6:
            let system = unsafe raw.loadUnaligned(as: sockaddr_in6.self)
            self.init(
                ip: IPAddress(system.sin6_addr, scope: system.sin6_scope_id), port: UInt16(bigEndian: system.sin6_port))
        default: return nil
        }
    }

    /// Hands the address as the kernel wants it to `body`, for the length of the call.
    func withSystemAddress<Result>(_ body: (UnsafePointer<sockaddr>, socklen_t) -> Result) -> Result {
        switch ip {
        case .v4(let bits):
            var system = sockaddr_in()
            system.sin_family = sa_family_t(AF_INET)
            system.sin_port = port.bigEndian
            system.sin_addr.s_addr = bits.bigEndian
            return unsafe withSockaddr(&system, body)
        case .v6(let bits, let scope):
            var system = sockaddr_in6()
            system.sin6_family = sa_family_t(AF_INET6)
            system.sin6_port = port.bigEndian
            system.sin6_addr = in6_addr(bits.number)
            system.sin6_scope_id = scope
            return unsafe withSockaddr(&system, body)
        }
    }

    /// Lets the kernel fill in an address; nil when it is of neither family. `body` is called once.
    static func filled(
        _ body: (UnsafeMutablePointer<sockaddr>, UnsafeMutablePointer<socklen_t>) throws(SystemCallError) -> Void
    ) throws(SystemCallError) -> SocketAddress? {
        var storage = sockaddr_storage()
        var size = socklen_t(MemoryLayout<sockaddr_storage>.size)
        // sockaddr_storage is as large and as strictly aligned as every sockaddr_* (RFC 3493 section 3.10).
        return try unsafe withUnsafeMutablePointer(to: &storage) { (pointer) throws(SystemCallError) in
            let address = unsafe UnsafeMutableRawPointer(pointer).assumingMemoryBound(to: sockaddr.self)
            unsafe try body(address, &size)
            return unsafe SocketAddress(UnsafePointer(address))
        }
    }
}

/// C reads every `sockaddr_*` through a `sockaddr` pointer, told its true size.
private func withSockaddr<System, Result>(
    _ system: inout System, _ body: (UnsafePointer<sockaddr>, socklen_t) -> Result
) -> Result {
    unsafe withUnsafePointer(to: &system) { pointer in
        let address = unsafe UnsafeRawPointer(pointer).assumingMemoryBound(to: sockaddr.self)
        return unsafe body(address, socklen_t(MemoryLayout<System>.size))
    }
}
