import ZXKitLogCore
import ZXKitLogPOSIX

/// One connection from its hello line to its end: sends signs of life, reads, and hands on what came.
///
/// While the buffer has no room nothing is read, so TCP holds the app back; signs of life still go out, as this viewer
/// is slow and not dead. For the connection's thread alone.
final class Conversation {
    /// How many events are handed on together.
    private static let batchLength = 256
    /// How many items are taken between two looks at the buffer, and of how many bytes; the limit is exceeded by no more.
    private static let itemsPerLook = 16
    private static let sizePerLook = 16 << 10
    /// The time between the first questions for the app's clock, in nanoseconds: the answer to one alone may have waited
    /// behind the past that the app sends first.
    private static let firstQuestions: UInt64 = 500_000_000

    private let app: AppSocket
    private let poll: ConnectionPoll
    private let buffer: EventBuffer
    private let heartbeat: UInt64

    /// How far the consumer has been served.
    private(set) var position: StreamPosition

    /// Whether the app has said hello.
    private(set) var hasHello = false

    private var items: ItemStream
    /// What was taken of them and isn't handed on yet.
    private var batch: EventBuffer.Batch = []
    private var batchSize = 0
    private var nextHeartbeat: UInt64
    private var clock = ClockWatch()
    private var isReading = true
    private var silence: SilenceWatch
    private var helloDelay: SilenceWatch

    /// Begins a conversation on a fresh connection.
    ///
    /// - Parameters:
    ///   - socket: The connection.
    ///   - line: The hello line to begin with.
    ///   - doing: What is being done, for errors.
    ///   - plan: Supplies heartbeat and limits.
    ///   - position: How far the consumer has been served before.
    ///   - poll: What to wait with.
    ///   - buffer: Where to hand on what comes.
    init(
        _ socket: consuming Socket, line: String, doing: String, plan: ConnectionPlan, position: StreamPosition,
        poll: ConnectionPoll, buffer: EventBuffer
    ) {
        let period = Duration.seconds(plan.heartbeatSeconds)
        app = AppSocket(socket, sending: Array(line.utf8), doing: doing)
        self.poll = poll
        self.buffer = buffer
        self.position = position
        heartbeat = period.saturatedNanoseconds
        items = ItemStream(doing: doing)
        nextHeartbeat = SystemClock.monotonic() + heartbeat
        silence = SilenceWatch(limit: period * 3 + .seconds(1))
        helloDelay = SilenceWatch(limit: plan.timing.hello)
    }

    deinit {
        poll.unwatch()
    }

    /// Runs until the app has said hello.
    func greet() throws(ConnectionStop) {
        while !hasHello { try turn() }
    }

    /// Runs until the connection ends, which is always told by what is thrown.
    func follow() throws(ConnectionStop) {
        while true { try turn() }
    }

    private func turn() throws(ConnectionStop) {
        let now = SystemClock.monotonic()
        sendWhatIsDue(now)
        try poll.watch(app.descriptor, for: app.interest(isReading: isReading))
        let limit = waitLimit(now)
        let readiness = try poll.wait(atMost: limit)
        if isReading {
            if readiness.isReadable { try receive() }
            let took = SystemClock.monotonic() - now
            try judgeSilence(hasBytes: readiness.isReadable, asked: limit, took: took)
        } else {
            silence.restart()
        }
        isReading = try handOnItems()
    }

    private func waitLimit(_ now: UInt64) -> UInt64 {
        let untilHeartbeat = nextHeartbeat > now ? nextHeartbeat - now : 0
        guard isReading else { return untilHeartbeat }
        return min(untilHeartbeat, silence.remaining, hasHello ? .max : helloDelay.remaining)
    }

    private func judgeSilence(hasBytes: Bool, asked: UInt64, took: UInt64) throws(ConnectionStop) {
        if hasBytes { silence.restart() } else { silence.waited(asked: asked, took: took) }
        if !hasHello {
            helloDelay.waited(asked: asked, took: took)
            // Bytes that have just come may be the hello: they are looked at first.
            if helloDelay.isOver, !hasBytes { throw .trouble(noHello) }
        }
        if silence.isOver {
            throw .trouble(ReceiverError(.silent, doing: app.doing, cause: "no sign of life from the app"))
        }
    }

    private var noHello: ReceiverError {
        ReceiverError(.noHello, doing: app.doing, cause: "it took the connection but did not say hello")
    }
}

// MARK: - Bytes

extension Conversation {
    private func receive() throws(ConnectionStop) {
        switch try app.receive() {
        case .bytes(let bytes): items.append(bytes)
        case .nothing: return
        case .endOfStream: throw .trouble(items.endOfStream())
        }
    }

    /// A question, where there is one to ask: any line is a sign of life.
    private var signOfLife: String { hasHello ? clock.question(at: .now) : "h\n" }

    private func sendWhatIsDue(_ now: UInt64) {
        if now >= nextHeartbeat {
            nextHeartbeat = now + (hasHello && clock.isBeginning ? min(heartbeat, Self.firstQuestions) : heartbeat)
            app.prepare(signOfLife)
        }
        app.send()
    }
}

// MARK: - Items

extension Conversation {
    /// Hands on what has been received, in batches.
    ///
    /// - Returns: Whether more can be taken; if not, the thread is woken when it can.
    private func handOnItems() throws(ConnectionStop) -> Bool {
        defer { handOnBatch() }
        do throws(ReceiverError) {
            while buffer.hasRoom(beside: batchSize) {
                guard try takeSome() else { return true }
                if batch.count >= Self.batchLength { handOnBatch() }
            }
            return false
        } catch {
            throw .trouble(error)
        }
    }

    /// Takes a few items between two looks at the buffer.
    ///
    /// - Returns: Whether there may be more.
    private func takeSome() throws(ReceiverError) -> Bool {
        for _ in 0..<Self.itemsPerLook {
            guard let item = try items.next() else { return false }
            try take(item)
            guard batchSize < Self.sizePerLook else { break }
        }
        return true
    }

    private func handOn(_ event: LogConnection.Event) {
        batch.append(event)
        batchSize += event.approximateSize
    }

    private func handOnBatch() {
        buffer.append(batch)
        batch.removeAll(keepingCapacity: true)
        batchSize = 0
    }

    private func take(_ item: WireItem) throws(ReceiverError) {
        guard hasHello else { return try takeFirst(item) }
        if let gap = position.overdueRestart(before: item) { handOn(.gap(gap)) }
        switch item {
        case .record(let record):
            if let record = try accepted(position.take(record)) { handOn(.record(record)) }
        case .gap(let gap):
            if let gap = try accepted(position.take(gap)) { handOn(.gap(gap)) }
        case .heartbeat(let heartbeat):
            position.take(heartbeat)
            handOn(.heartbeat(heartbeat))
            if let clock = clock.take(heartbeat, at: .now) { handOn(.clock(clock)) }
        case .hello(let hello):
            guard position.accepts(hello) else { throw malformed("another hello of another run") }
            handOn(.hello(hello))
        case .bye(let reason): throw ReceiverError(goodbye: reason, doing: app.doing)
        case .error(let refusal): throw ReceiverError(refusal, doing: app.doing)
        case .unknown: return
        }
    }

    private func takeFirst(_ item: WireItem) throws(ReceiverError) {
        if case .error(let refusal) = item { throw ReceiverError(refusal, doing: app.doing) }
        guard case .hello(let hello) = item else { throw malformed("something before its hello") }
        guard hello.version == 1 else {
            throw ReceiverError(
                .unsupportedVersion, doing: app.doing, cause: "the app speaks version \(hello.version), this viewer 1")
        }
        // It goes into the next hello line as it is.
        guard HexText.isLowerCase(hello.boot, digits: 16) else { throw malformed("a boot that is not 16 hex digits") }
        hasHello = true
        nextHeartbeat = SystemClock.monotonic()
        position.begin(hello)
        handOn(.state(.connected(hello)))
    }

    private func accepted<Item>(_ verdict: StreamPosition.Verdict<Item>) throws(ReceiverError) -> Item? {
        switch verdict {
        case .handOn(let item): return item
        case .drop: return nil
        case .outOfOrder: throw malformed("a sequence number that does not rise")
        }
    }

    private func malformed(_ what: String) -> ReceiverError {
        ReceiverError(.malformed, doing: app.doing, cause: "the app sent \(what)")
    }
}

extension ClockWatch.Reading {
    fileprivate static var now: Self { Self(monotonic: SystemClock.monotonic(), wall: SystemClock.wall()) }
}
