import ZXKitLogCore
import ZXKitLogPOSIX

/// One connection to an app of the protocol's ancestors, which sends records as text with nothing around and hears nothing.
///
/// While the buffer has no room nothing is read, so TCP holds the app back. For the connection's thread alone.
final class AncestorConversation {
    private static let readSize = 64 << 10
    /// They have no end of a record but the next one, so after so long without a byte there is none to wait for.
    private static let patience = Duration.milliseconds(300).saturatedNanoseconds

    private let socket: Socket
    private let poll: ConnectionPoll
    private let buffer: EventBuffer
    private let app: AncestorApp
    private let doing: String
    private var decoder = AncestorDecoder()
    private var outgoing: [UInt8]
    private var received: [UInt8] = []
    private var nextSign: UInt64
    private var silence: UInt64 = 0
    private var isReading = true

    /// Begins a conversation on a fresh connection.
    init(
        _ socket: consuming Socket, with app: AncestorApp, doing: String, poll: ConnectionPoll, buffer: EventBuffer
    ) {
        self.socket = socket
        self.app = app
        self.doing = doing
        self.poll = poll
        self.buffer = buffer
        outgoing = app.request
        // A sign that is glued to the request would spoil it.
        nextSign = SystemClock.monotonic() + AncestorApp.signInterval
        // It would go unnoticed that the app is gone: it may say nothing for hours.
        try? self.socket.setKeepAlive(idle: .seconds(30), interval: .seconds(10), count: 4)
    }

    deinit {
        poll.unwatch()
    }

    /// Runs until the connection ends, which is always told by what is thrown.
    func follow() throws(ConnectionStop) {
        buffer.append(.state(.connected(app.hello)))
        while true { try turn() }
    }

    private func turn() throws(ConnectionStop) {
        let now = SystemClock.monotonic()
        try sendWhatIsDue(now)
        try poll.watch(socket.descriptor, for: interest)
        let readiness = try poll.wait(atMost: waitLimit(now))
        if isReading {
            try read(readiness, since: now)
        }
        isReading = try handOnRecords()
    }

    private var interest: PollInterest {
        var interest: PollInterest = isReading ? .readable : []
        if !outgoing.isEmpty { interest.insert(.writable) }
        return interest
    }

    private func waitLimit(_ now: UInt64) -> UInt64 {
        let untilSign = nextSign > now ? nextSign - now : 0
        guard isReading, decoder.hasOpenRecord else { return untilSign }
        return min(untilSign, Self.patience > silence ? Self.patience - silence : 0)
    }

    private func read(_ readiness: ConnectionPoll.Readiness, since start: UInt64) throws(ConnectionStop) {
        guard readiness.isReadable else {
            silence += SystemClock.monotonic() - start
            if silence >= Self.patience, let record = decoder.flush() { handOn(record) }
            return
        }
        silence = 0
        received.removeAll(keepingCapacity: true)
        let result: ReadResult
        do {
            result = try socket.receive(appendingTo: &received, atMost: Self.readSize)
        } catch {
            throw .trouble(ReceiverError(.cut, doing: doing, error))
        }
        switch result {
        case .bytes: decoder.append(received)
        case .wouldBlock: break
        case .endOfStream: try end()
        }
    }

    /// What nothing follows any more is whole too.
    private func end() throws(ConnectionStop) {
        _ = try handOnRecords()
        if let record = decoder.flush() { handOn(record) }
        throw .trouble(ReceiverError(.cut, doing: doing, cause: "the connection was cut"))
    }

    private func sendWhatIsDue(_ now: UInt64) throws(ConnectionStop) {
        if now >= nextSign {
            nextSign = now + AncestorApp.signInterval
            if outgoing.isEmpty { outgoing = Array("h".utf8) }
        }
        guard !outgoing.isEmpty else { return }
        do {
            guard case .bytes(let count) = try socket.send(unsafe outgoing.span.bytes) else { return }
            outgoing.removeFirst(count)
        } catch {
            // What it said before may still be there to be read.
            outgoing = []
        }
    }

    /// - Returns: Whether more can be taken; if not, the thread is woken when it can.
    private func handOnRecords() throws(ConnectionStop) -> Bool {
        do throws(WireError) {
            while buffer.hasRoom() {
                guard let record = try decoder.next() else { return true }
                handOn(record)
            }
            return false
        } catch {
            throw .trouble(ReceiverError(.malformed, doing: doing, cause: "the app sent \(error.description)"))
        }
    }

    private func handOn(_ record: LogRecord) {
        guard let record = app.wanted(record) else { return }
        buffer.append(.record(record))
    }
}
