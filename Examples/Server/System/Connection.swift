import Glibc

/// A client's connection.
final class Connection: Sendable {
    let peer: Endpoint
    private let descriptor: Int32

    /// Calls that wait longer than these, in seconds, fail with `EAGAIN`.
    private static let timeouts = [(SO_RCVTIMEO, 300), (SO_SNDTIMEO, 10)]

    init(owning descriptor: Int32) {
        self.descriptor = descriptor
        peer = Endpoint { _ = getpeername(descriptor, $0, $1) }
        for (option, seconds) in Self.timeouts {
            var timeout = timeval(tv_sec: seconds, tv_usec: 0)
            setsockopt(descriptor, SOL_SOCKET, option, &timeout, socklen_t(MemoryLayout<timeval>.size))
        }
        // An answer must not wait until the one before it has been acknowledged.
        var on: Int32 = 1
        setsockopt(descriptor, Int32(IPPROTO_TCP), TCP_NODELAY, &on, socklen_t(MemoryLayout<Int32>.size))
    }

    deinit {
        close(descriptor)
    }

    /// Waits for bytes; none come at the end of the stream.
    func receive(atMost limit: Int) throws(SystemError) -> ArraySlice<UInt8> {
        var bytes = [UInt8](repeating: 0, count: limit)
        let count = try SystemError.check("recv") { recv(descriptor, &bytes, limit, 0) }
        return bytes[..<count]
    }

    func send(_ text: String) throws(SystemError) {
        var rest = Array(text.utf8)[...]
        while !rest.isEmpty {
            let count = try SystemError.check("send") {
                rest.withUnsafeBytes { Glibc.send(descriptor, $0.baseAddress, $0.count, Int32(MSG_NOSIGNAL)) }
            }
            rest = rest.dropFirst(count)
        }
    }

    /// Ends the stream in both directions, for whichever thread waits for it.
    func hangUp() {
        shutdown(descriptor, Int32(SHUT_RDWR))
    }
}
