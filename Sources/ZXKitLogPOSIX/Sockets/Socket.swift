import CZXKitSupport
import Glibc

/// A TCP or Unix-domain socket: non-blocking, close-on-exec, closed in forked children, and never the cause of a SIGPIPE.
///
/// Its calls may be made from any thread while the value lives.
package struct Socket: ~Copyable, Sendable {
    private let owned: UnsharedDescriptor

    /// What a `Poller` watches.
    package var descriptor: Int32 { owned.rawValue }

    private init(owning descriptor: consuming UnsharedDescriptor) {
        owned = descriptor
    }

    init(family: Int32, for subject: String) throws(SystemCallError) {
        let kind = Int32(SOCK_STREAM.rawValue | SOCK_NONBLOCK.rawValue | SOCK_CLOEXEC.rawValue)
        owned = try UnsharedDescriptor { () throws(SystemCallError) in
            try systemCall("socket", on: subject) { Glibc.socket(family, kind, 0) }
        }
    }

    private init(for address: SocketAddress) throws(SystemCallError) {
        try self.init(family: address.ip.isV6 ? AF_INET6 : AF_INET, for: "\(address)")
    }

    /// Makes a socket that listens; port 0 lets the kernel choose a free one (`localAddress()` says which).
    ///
    /// - Parameters:
    ///   - address: where to listen; `IPAddress.anyV6` and `anyV4` are all interfaces.
    ///   - dualStack: whether an IPv6 listener at `::` takes IPv4 peers too; without meaning for an IPv4 address.
    ///   - backlog: connections that may wait to be accepted; the kernel has a limit of its own (4,096 mostly).
    /// - Returns: the listening socket.
    /// - Throws: `EADDRINUSE`, `EACCES` (a port below 1,024), `EAFNOSUPPORT` and `EADDRNOTAVAIL` (IPv6 is switched off).
    package static func listener(
        at address: SocketAddress, dualStack: Bool, backlog: Int32 = 128
    ) throws(SystemCallError) -> Socket {
        let socket = try Socket(for: address)
        let file = socket.descriptor
        // A port whose last connections are still in TIME_WAIT can be taken again at once.
        try socket.setOption(SOL_SOCKET, SO_REUSEADDR, to: 1, named: "SO_REUSEADDR")
        if address.ip.isV6 {
            try socket.setOption(Int32(IPPROTO_IPV6), IPV6_V6ONLY, to: dualStack ? 0 : 1, named: "IPV6_V6ONLY")
        }
        try systemCall("bind", on: "\(address)") {
            unsafe address.withSystemAddress { unsafe Glibc.bind(file, $0, $1) }
        }
        try systemCall("listen", on: "\(address)") { Glibc.listen(file, backlog) }
        return socket
    }

    /// Begins to connect. The socket becomes writable when that is decided; then `connectionResult()` says how.
    package static func connecting(to address: SocketAddress) throws(SystemCallError) -> Socket {
        let socket = try Socket(for: address)
        let file = socket.descriptor
        let result = unsafe address.withSystemAddress { unsafe Glibc.connect(file, $0, $1) }
        let number = result == 0 ? 0 : errno
        switch number {
        // Interrupted or not, the kernel goes on connecting (connect(2)).
        case 0, EINPROGRESS, EINTR: return socket
        default: throw SystemCallError(errno: number, call: "connect", subject: "\(address)")
        }
    }

    /// Takes the next connection that waits.
    ///
    /// - Throws: `EMFILE`, `ENFILE`, `ENOBUFS`, `ENOMEM`: the connection goes on waiting, and the listener stays readable.
    package borrowing func accept() throws(SystemCallError) -> AcceptResult {
        while true {
            do throws(SystemCallError) {
                return try acceptOnce()
            } catch {
                guard Self.isTroubleOfTheNewConnection(error.errno) else { throw error }
            }
        }
    }

    private borrowing func acceptOnce() throws(SystemCallError) -> AcceptResult {
        let listener = descriptor
        var peer: SocketAddress?
        do throws(SystemCallError) {
            let accepted = try UnsharedDescriptor { () throws(SystemCallError) in
                try Self.accept(at: listener, &peer)
            }
            let socket = Socket(owning: accepted)
            if let peer { return .connection(socket, from: .network(peer.unmapped)) }
            // What comes over a path has no address of its own.
            let process = try socket.peerProcess()
            return .connection(socket, from: process)
        } catch {
            guard error.errno == EAGAIN || error.errno == EWOULDBLOCK else { throw error }
            return .wouldBlock
        }
    }

    private static func accept(at listener: Int32, _ peer: inout SocketAddress?) throws(SystemCallError) -> Int32 {
        let flags = Int32(SOCK_NONBLOCK.rawValue | SOCK_CLOEXEC.rawValue)
        var accepted: Int32 = -1
        peer = try unsafe SocketAddress.filled { (address, size) throws(SystemCallError) in
            accepted = try systemCall("accept") { unsafe zxkit_accept4(listener, address, size, flags) }
        }
        return accepted
    }

    /// How connecting ended: nil for success. Also tells, once, any other error that waits on the socket.
    package borrowing func connectionResult() -> SystemCallError? {
        do throws(SystemCallError) {
            let number = try option(SOL_SOCKET, SO_ERROR, named: "SO_ERROR")
            guard number != 0 else { return nil }
            return SystemCallError(errno: number, call: "connect", subject: nil)
        } catch {
            return error
        }
    }

    /// Sends once; perhaps fewer bytes than given are taken. A closed connection is `EPIPE` or `ECONNRESET`, no signal.
    package borrowing func send(_ bytes: RawSpan) throws(SystemCallError) -> WriteResult {
        let file = descriptor
        return try unsafe takeBytes(bytes, call: "send") { memory, count in
            unsafe Glibc.send(file, memory, count, Int32(MSG_NOSIGNAL))
        }
    }

    /// Receives what is there, at most `limit` bytes, and appends it to `buffer`.
    package borrowing func receive(
        appendingTo buffer: inout [UInt8], atMost limit: Int
    ) throws(SystemCallError) -> ReadResult {
        let file = descriptor
        return try unsafe appendBytes(to: &buffer, atMost: limit, call: "recv") { memory, count in
            unsafe Glibc.recv(file, memory, count, 0)
        }
    }

    /// Waits until the socket can be read or written without blocking, or has an error to tell.
    ///
    /// - Parameters:
    ///   - interest: what to wait for; with nothing, for an error or a hang-up alone.
    ///   - timeout: nil waits without limit.
    /// - Returns: false when the time is over.
    /// - Throws: what `poll` (2) says.
    package borrowing func wait(for interest: PollInterest, timeout: Duration?) throws(SystemCallError) -> Bool {
        try waitUntilReady(descriptor, for: interest, timeout: timeout)
    }

    /// Tells the peer that nothing more will come; receiving goes on.
    package borrowing func shutdownSending() throws(SystemCallError) {
        let file = descriptor
        try systemCall("shutdown") { Glibc.shutdown(file, Int32(SHUT_WR)) }
    }

    /// Closes the socket; what was sent is still delivered. The same happens when the value ends.
    package consuming func close() throws(SystemCallError) {
        try owned.close()
    }

    /// Errors that Linux hands out through accept but that belong to the one connection, which is gone (accept(2)).
    private static func isTroubleOfTheNewConnection(_ number: Int32) -> Bool {
        switch number {
        case ECONNABORTED, EPROTO, ENETDOWN, ENOPROTOOPT, EHOSTDOWN, ENONET, EHOSTUNREACH, EOPNOTSUPP, ENETUNREACH: true
        default: false
        }
    }
}

/// What `Socket.accept()` found.
package enum AcceptResult: ~Copyable, Sendable {
    /// A connection, non-blocking and close-on-exec, and where it comes from.
    case connection(Socket, from: PeerAddress)
    /// None is waiting.
    case wouldBlock
}
