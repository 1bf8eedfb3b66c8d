internal import Glibc
internal import ZXKitLogPOSIX

/// One socket that takes viewers' connections.
final class Listener: Sendable {
    let socket: Socket
    let place: ListeningPlace

    private init(at address: SocketAddress, isDualStack: Bool) throws(SystemCallError) {
        socket = try Socket.listener(at: address, dualStack: isDualStack)
        place = .port(try socket.localAddress().port)
    }

    private init(at path: SocketPath, mode: UInt16) throws(SystemCallError) {
        socket = try Socket.listener(at: path, mode: mode)
        place = .path(path, SocketFile(path))
    }

    /// Listens where a broadcast wants it: at its path, or, as its access rule says, on every address of this machine or on
    /// its loopback addresses.
    static func open(for sink: BroadcastSink) throws(SystemCallError) -> [Listener] {
        guard let path = sink.socketPath else { return try open(port: sink.port, access: sink.access) }
        guard let path = SocketPath(path) else {
            throw SystemCallError(errno: ENAMETOOLONG, call: "bind", subject: "unix:\(path)")
        }
        return [try Listener(at: path, mode: sink.socketMode)]
    }

    private static func open(port: UInt16, access: BroadcastAccess) throws(SystemCallError) -> [Listener] {
        switch access {
        case .loopback: try openLoopback(port: port)
        case .localNetwork, .anywhere: [try openEverywhere(port: port)]
        }
    }

    /// One socket takes IPv6 and IPv4, or IPv4 alone where IPv6 is switched off.
    private static func openEverywhere(port: UInt16) throws(SystemCallError) -> Listener {
        do throws(SystemCallError) {
            return try Listener(at: SocketAddress(ip: .anyV6, port: port), isDualStack: true)
        } catch  where isWithoutIPv6(error) {
            return try Listener(at: SocketAddress(ip: .anyV4, port: port), isDualStack: false)
        }
    }

    /// The loopback addresses are two, so they take two sockets, which must have the same port. A free port of the one
    /// may be taken on the other: then another is tried.
    private static func openLoopback(port: UInt16) throws(SystemCallError) -> [Listener] {
        var attempts = port == 0 ? 16 : 1
        while true {
            let first = try Listener(at: SocketAddress(ip: .loopbackV4, port: port), isDualStack: false)
            attempts -= 1
            do throws(SystemCallError) {
                let address = SocketAddress(ip: .loopbackV6, port: first.place.port ?? port)
                return [first, try Listener(at: address, isDualStack: false)]
            } catch {
                if isWithoutIPv6(error) { return [first] }
                if error.errno != EADDRINUSE || attempts == 0 { throw error }
            }
        }
    }

    private static func isWithoutIPv6(_ error: SystemCallError) -> Bool {
        error.errno == EAFNOSUPPORT || error.errno == EADDRNOTAVAIL
    }
}
