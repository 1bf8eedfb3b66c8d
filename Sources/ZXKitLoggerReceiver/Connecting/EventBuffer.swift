import ZXKitLogPOSIX

/// Hands events from a connection's thread to the task that iterates, bounded in bytes.
///
/// The thread looks whether there is room before it takes the next item off the wire, so that one item at most exceeds
/// the limit. When it found none, it is woken once half of it is free again: waking for every event would cost more
/// than the event.
final class EventBuffer: Sendable {
    private struct Entry {
        var event: LogConnection.Event
        var size: Int
    }

    private struct State {
        var entries: [Entry] = []
        var head = 0
        var size = 0
        var isFinished = false
        var isCancelled = false
        var producerWaits = false
        var consumer: CheckedContinuation<LogConnection.Event?, Never>?

        mutating func takeConsumer() -> CheckedContinuation<LogConnection.Event?, Never>? {
            defer { consumer = nil }
            return consumer
        }

        mutating func pop() -> LogConnection.Event? {
            guard head < entries.count else { return nil }
            let entry = entries[head]
            head += 1
            size -= entry.size
            // Moving what is left costs as much as was taken, so it is cheap on average.
            if head * 2 >= entries.count {
                entries.removeFirst(head)
                head = 0
            }
            return entry.event
        }
    }

    private enum Answer {
        case now(LogConnection.Event?)
        case later
    }

    private let limit: Int
    private let wakeProducer: @Sendable () -> Void
    private let state = Lock(State())

    /// Makes an empty buffer.
    ///
    /// - Parameters:
    ///   - limit: How many bytes may wait.
    ///   - wakeProducer: Called, on any thread, when there is room again and when the consumer is gone.
    init(limit: Int, wakeProducer: @escaping @Sendable () -> Void) {
        self.limit = limit
        self.wakeProducer = wakeProducer
    }

    // MARK: The thread's side

    /// Whether the consumer is gone.
    var isCancelled: Bool {
        state.withLock { $0.isCancelled }
    }

    /// Whether another item may be taken off the wire. If not, `wakeProducer` is called when it may.
    func hasRoom() -> Bool {
        state.withLock { state in
            state.producerWaits = state.size >= limit
            return !state.producerWaits
        }
    }

    /// Adds an event; always, as whoever needs room asks before.
    func append(_ event: LogConnection.Event) {
        let consumer = state.withLock { state -> CheckedContinuation<LogConnection.Event?, Never>? in
            guard !state.isCancelled, !state.isFinished else { return nil }
            if let consumer = state.takeConsumer() { return consumer }
            let size = event.approximateSize
            state.entries.append(Entry(event: event, size: size))
            state.size += size
            return nil
        }
        consumer?.resume(returning: event)
    }

    /// Ends the stream after the events that are waiting.
    func finish() {
        let consumer = state.withLock { state in
            state.isFinished = true
            return state.takeConsumer()
        }
        consumer?.resume(returning: nil)
    }

    // MARK: The task's side

    /// Ends the stream at once and drops what is waiting.
    func cancel() {
        let consumer = state.withLock { state in
            state.isCancelled = true
            state.entries = []
            state.head = 0
            state.size = 0
            return state.takeConsumer()
        }
        consumer?.resume(returning: nil)
        wakeProducer()
    }

    /// Waits for the next event. One task at a time.
    ///
    /// - Returns: The event, or nil at the end and when the task was cancelled.
    func next() async -> LogConnection.Event? {
        if case .now(let event) = take(orLeave: nil) { return event }
        return await withTaskCancellationHandler {
            await withCheckedContinuation { continuation in
                if case .now(let event) = take(orLeave: continuation) { continuation.resume(returning: event) }
            }
        } onCancel: {
            cancel()
        }
    }

    /// Takes the next event if the stream has one or has ended; else the consumer is left to be resumed with it.
    private func take(orLeave consumer: CheckedContinuation<LogConnection.Event?, Never>?) -> Answer {
        let (answer, freesProducer) = state.withLock { state -> (Answer, Bool) in
            if let event = state.pop() {
                let freesProducer = state.producerWaits && state.size <= limit / 2
                if freesProducer { state.producerWaits = false }
                return (.now(event), freesProducer)
            }
            // A second consumer at the same time is a mistake of the caller's: it gets the end.
            if state.isFinished || state.isCancelled || state.consumer != nil { return (.now(nil), false) }
            state.consumer = consumer
            return (.later, false)
        }
        if freesProducer { wakeProducer() }
        return answer
    }
}
