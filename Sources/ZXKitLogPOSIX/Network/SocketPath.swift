import Glibc

/// The path of a Unix-domain socket, which only processes of this machine reach.
package struct SocketPath: Hashable, Sendable, CustomStringConvertible {
    package let text: String

    /// The longest path, in bytes (unix(7): 108 with the NUL at its end).
    package static let longest = 107

    /// Nil for a path that is empty, too long, or holds a NUL.
    package init?(_ text: String) {
        guard (1...Self.longest).contains(text.utf8.count), !text.utf8.contains(0) else { return nil }
        self.text = text
    }

    /// `unix:/run/app.sock`
    package var description: String { "unix:\(text)" }

    /// Calls with the path as the kernel takes it.
    func withSystemAddress<Result>(_ body: (UnsafePointer<sockaddr>, socklen_t) -> Result) -> Result {
        var address = sockaddr_un()
        address.sun_family = sa_family_t(AF_UNIX)
        // The rest of it is zero, so that the text ends with a NUL.
        unsafe withUnsafeMutableBytes(of: &address.sun_path) { unsafe $0.copyBytes(from: text.utf8) }
        return unsafe withUnsafePointer(to: address) { pointer in
            unsafe pointer.withMemoryRebound(to: sockaddr.self, capacity: 1) {
                unsafe body($0, socklen_t(MemoryLayout<sockaddr_un>.size))
            }
        }
    }
}

/// Where a connection comes from.
package enum PeerAddress: Hashable, Sendable, CustomStringConvertible {
    /// From an address of a network; an IPv4-mapped one is unmapped.
    case network(SocketAddress)
    /// From a process of this machine, over a path.
    case process(id: Int32, user: UInt32)

    /// `192.0.2.7:4242`, `process 4711 of user 1000`
    package var description: String {
        switch self {
        case .network(let address): address.description
        case .process(let id, let user): "process \(id) of user \(user)"
        }
    }
}
