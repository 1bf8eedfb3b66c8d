import Glibc

/// A socket that clients connect to.
final class Listener: Sendable {
    private let descriptor: Int32

    init(at endpoint: Endpoint) throws(SystemError) {
        let descriptor = try SystemError.check("socket") { socket(AF_INET, Int32(SOCK_STREAM.rawValue), 0) }
        self.descriptor = descriptor
        // A server that is started again must not wait until the connections of the last one are forgotten.
        var on: Int32 = 1
        setsockopt(descriptor, SOL_SOCKET, SO_REUSEADDR, &on, socklen_t(MemoryLayout<Int32>.size))
        try SystemError.check("bind") { endpoint.withSocketAddress { bind(descriptor, $0, $1) } }
        try SystemError.check("listen") { listen(descriptor, SOMAXCONN) }
    }

    deinit {
        close(descriptor)
    }

    /// Where it listens, with the port that the system chose if none was asked for.
    var endpoint: Endpoint {
        Endpoint { _ = getsockname(descriptor, $0, $1) }
    }

    /// Waits for a client.
    func accept() throws(SystemError) -> Connection {
        let accepted = try SystemError.check("accept") { Glibc.accept(descriptor, nil, nil) }
        return Connection(owning: accepted)
    }

    /// Makes `accept` fail in whichever thread waits there, now and from now on.
    func stop() {
        shutdown(descriptor, Int32(SHUT_RDWR))
    }
}
