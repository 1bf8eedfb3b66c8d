import ZXKitLogCore
import ZXKitLogPOSIX

/// One connection to an app of the protocol's ancestors, which sends records as text with nothing around and hears nothing.
///
/// While the buffer has no room nothing is read, so TCP holds the app back. For the connection's thread alone.
final class AncestorConversation {
    /// They have no end of a record but the next one, so after so long without a byte there is none to wait for.
    private static let patience = Duration.milliseconds(300).saturatedNanoseconds

    private let socket: AppSocket
    private let poll: ConnectionPoll
    private let buffer: EventBuffer
    private let app: AncestorApp
    private var decoder = AncestorDecoder()
    private var nextSign: UInt64
    private var silence: UInt64 = 0
    private var isReading = true

    /// Begins a conversation on a fresh connection.
    init(
        _ socket: consuming Socket, with app: AncestorApp, doing: String, poll: ConnectionPoll, buffer: EventBuffer
    ) {
        self.socket = AppSocket(socket, sending: app.request, doing: doing)
        self.app = app
        self.poll = poll
        self.buffer = buffer
        // A sign that is glued to the request would spoil it.
        nextSign = SystemClock.monotonic() + AncestorApp.signInterval
        // It would go unnoticed that the app is gone: it may say nothing for hours.
        self.socket.keepAlive()
    }

    deinit {
        poll.unwatch()
    }

    /// Runs until the connection ends, which is always told by what is thrown.
    func follow() throws(ConnectionStop) {
        app.beginConnection()
        buffer.append(.state(.connected(app.hello)))
        while true { try turn() }
    }

    private func turn() throws(ConnectionStop) {
        let now = SystemClock.monotonic()
        sendWhatIsDue(now)
        try poll.watch(socket.descriptor, for: socket.interest(isReading: isReading))
        let readiness = try poll.wait(atMost: waitLimit(now))
        if isReading {
            try read(readiness, since: now)
        }
        isReading = try handOnRecords()
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
        switch try socket.receive() {
        case .bytes(let bytes): decoder.append(bytes)
        case .nothing: break
        case .endOfStream: try end()
        }
    }

    /// What nothing follows any more is whole too.
    private func end() throws(ConnectionStop) {
        _ = try handOnRecords()
        if let record = decoder.finish() { handOn(record) }
        throw .trouble(ReceiverError(.cut, doing: socket.doing, cause: "the connection was cut"))
    }

    private func sendWhatIsDue(_ now: UInt64) {
        if now >= nextSign {
            nextSign = now + AncestorApp.signInterval
            socket.prepare("h")
        }
        socket.send()
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
            throw .trouble(ReceiverError(.malformed, doing: socket.doing, cause: "the app sent \(error.description)"))
        }
    }

    private func handOn(_ record: LogRecord) {
        guard let record = app.wanted(record) else { return }
        buffer.append(.record(record))
    }
}
