import Glibc

/// Host names to addresses, with `getaddrinfo` (3): whatever `/etc/nsswitch.conf` says.
package enum NameLookup {
    /// Looks a name or a written address up. Blocks, with a dead name server for half a minute: on a thread of its own.
    ///
    /// - Returns: at least one address, best first (RFC 6724), each once.
    package static func addresses(host: String, port: UInt16) throws(SystemCallError) -> [SocketAddress] {
        guard !host.utf8.contains(0) else { throw failure(EAI_NONAME, host) }
        var hints = unsafe addrinfo()
        unsafe hints.ai_socktype = Int32(SOCK_STREAM.rawValue)
        var head: UnsafeMutablePointer<addrinfo>?
        let status = ForkGate.paused { unsafe getaddrinfo(host, nil, &hints, &head) }
        guard status == 0 else { throw failure(status, host) }
        // The list and all it points to live until freeaddrinfo; everything kept is copied out of it before.
        defer { unsafe freeaddrinfo(head) }
        var found: [SocketAddress] = []
        var next = unsafe head
        while let entry = unsafe next {
            if let address = unsafe IPAddress(entry.pointee.ai_addr).map({ SocketAddress(ip: $0, port: port) }),
                !found.contains(address)
            {
                found.append(address)
            }
            unsafe next = entry.pointee.ai_next
        }
        guard !found.isEmpty else { throw failure(EAI_NONAME, host) }
        return found
    }

    private static func failure(_ status: Int32, _ host: String) -> SystemCallError {
        let number = status == EAI_SYSTEM ? errno : 0
        return SystemCallError(errno: number, call: "getaddrinfo", subject: host, lookupStatus: status)
    }
}
