import ZXKitLogCore
import ZXKitLogPOSIX

/// Stands in for an app: listens on loopback and does, on a thread of its own, what the test's script says.
///
/// The script blocks as it likes, each step at most `FakeApp.patience`; what it throws is thrown by `finish()`.
final class FakeApp: Sendable {
    static let patience = Duration.seconds(25)

    let address: SocketAddress
    private let outcome = Lock(Outcome())

    private struct Outcome {
        var result: Result<Void, any Error>?
        var waiter: CheckedContinuation<Void, any Error>?
    }

    struct Failure: Error, CustomStringConvertible {
        var description: String
    }

    init(_ script: @escaping @Sendable (FakeListener) throws -> Void) throws {
        let listener = try FakeListener()
        address = listener.address
        _ = try SystemThread.start(name: "fake-app") { [self] in
            end(Result { try script(listener) })
        }
    }

    var port: UInt16 { address.port }

    private func end(_ result: Result<Void, any Error>) {
        let waiter = outcome.withLock { outcome in
            outcome.result = result
            defer { outcome.waiter = nil }
            return outcome.waiter
        }
        waiter?.resume(with: result)
    }

    /// Waits until the script has ended.
    func finish() async throws {
        try await withCheckedThrowingContinuation { continuation in
            let result = outcome.withLock { outcome in
                if outcome.result == nil { outcome.waiter = continuation }
                return outcome.result
            }
            if let result { continuation.resume(with: result) }
        }
    }
}

/// The listening side of a fake app.
final class FakeListener: Sendable {
    let address: SocketAddress
    private let socket: Socket

    init() throws {
        socket = try Socket.listener(at: SocketAddress(ip: .loopbackV4, port: 0), dualStack: false)
        address = try socket.localAddress()
    }

    /// Waits for the next viewer.
    func accept() throws -> FakePeer {
        try waitUntil(socket.descriptor, is: .readable, doing: "accept")
        switch try socket.accept() {
        case .connection(let connection, from: _): return FakePeer(connection)
        case .wouldBlock: throw FakeApp.Failure(description: "nobody connected")
        }
    }

    /// Waits for the next viewer and its hello line.
    func acceptViewer() throws -> (FakePeer, HelloLine) {
        let peer = try accept()
        return (peer, try HelloLine(parsing: try peer.readLine()))
    }
}

/// One viewer's connection, seen from the app.
final class FakePeer {
    private let socket: Socket
    private var received: [UInt8] = []

    init(_ socket: consuming Socket) {
        self.socket = socket
    }

    /// Reads up to the next line feed, which is dropped.
    func readLine() throws -> String {
        while true {
            if let end = received.firstIndex(of: UInt8(ascii: "\n")) {
                defer { received.removeSubrange(...end) }
                return String(decoding: received[..<end], as: UTF8.self)
            }
            guard try readMore() else { throw FakeApp.Failure(description: "the viewer closed within a line") }
        }
    }

    /// Reads so many bytes.
    func read(count: Int) throws -> String {
        while received.count < count {
            guard try readMore() else { throw FakeApp.Failure(description: "the viewer closed too early") }
        }
        defer { received.removeFirst(count) }
        return String(decoding: received.prefix(count), as: UTF8.self)
    }

    /// Waits until the viewer has closed its side.
    func waitForEnd() throws {
        while try readMore() {}
    }

    private func readMore() throws -> Bool {
        try waitUntil(socket.descriptor, is: .readable, doing: "read")
        do {
            return try socket.receive(appendingTo: &received, atMost: 4096) != .endOfStream
        } catch  where error.errno == 104 {
            // ECONNRESET: closed with bytes unread.
            return false
        }
    }

    /// Sends all of it.
    func send(_ bytes: [UInt8]) throws {
        var rest = bytes[...]
        while !rest.isEmpty {
            if case .bytes(let count) = try socket.send(rest.span.bytes) {
                rest = rest.dropFirst(count)
            } else {
                try waitUntil(socket.descriptor, is: .writable, doing: "send")
            }
        }
    }

    func send(_ items: [WireItem]) throws {
        try send(frames(items))
    }

    /// Sends until the viewer takes no more for now.
    ///
    /// - Returns: How many of the bytes went out.
    func sendUntilFull(_ bytes: [UInt8]) throws -> Int {
        var rest = bytes[...]
        while case .bytes(let count) = try socket.send(rest.span.bytes) {
            rest = rest.dropFirst(count)
            if rest.isEmpty { break }
        }
        return bytes.count - rest.count
    }
}

private func waitUntil(_ descriptor: Int32, is interest: PollInterest, doing: String) throws {
    let poller = try Poller()
    try poller.add(descriptor, interest: interest, token: 1)
    if try poller.wait(timeout: FakeApp.patience).isEmpty {
        throw FakeApp.Failure(description: "\(doing): the viewer did nothing in time")
    }
}
