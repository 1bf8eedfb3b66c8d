import ZXKitLogPOSIX

/// Hands events from a connection's thread to the task that iterates, bounded in bytes.
///
/// Both sides do so in batches: a lock and a wake-up for every event would cost more than the event. The thread looks whether
/// there is room before it takes the next item off the wire, so that one item at most exceeds the limit. When it found none,
/// it is woken once half of it is free again.
final class EventBuffer: Sendable {
    typealias Batch = [LogConnection.Event]

    private struct Entry {
        var event: LogConnection.Event
        var size: Int
    }

    private struct State {
        var entries: [Entry] = []
        var head = 0
        /// Of what waits, and of the batch that the consumer has.
        var size = 0
        var takenSize = 0
        var isFinished = false
        var isCancelled = false
        var producerWaits = false
        var consumer: CheckedContinuation<Batch?, Never>?

        mutating func takeConsumer() -> CheckedContinuation<Batch?, Never>? {
            defer { consumer = nil }
            return consumer
        }

        /// The next events, or `nil` for none.
        mutating func takeBatch() -> Batch? {
            // Whoever takes a batch is done with the last.
            size -= takenSize
            takenSize = 0
            guard head < entries.count else { return nil }
            let taken = entries[head..<min(head + EventBuffer.largestBatch, entries.count)]
            takenSize = taken.reduce(0) { $0 + $1.size }
            head += taken.count
            let batch = taken.map(\.event)
            // Moving what is left costs as much as was taken, so it is cheap on average.
            if head * 2 >= entries.count {
                entries.removeFirst(head)
                head = 0
            }
            return batch
        }
    }

    private enum Answer {
        case now(Batch?)
        case later
    }

    /// Few enough for both sides to have some at any time.
    private static let largestBatch = 512

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

    /// Whether another item may be taken off the wire, beside some that aren't handed over yet. If not, `wakeProducer` is
    /// called when it may.
    func hasRoom(beside size: Int = 0) -> Bool {
        state.withLock { state in
            state.producerWaits = state.size + size >= limit
            return !state.producerWaits
        }
    }

    /// Adds an event; always, as whoever needs room asks before.
    func append(_ event: LogConnection.Event) {
        append([event])
    }

    /// Adds events.
    func append(_ events: Batch) {
        guard !events.isEmpty else { return }
        let delivery = state.withLock { state -> (CheckedContinuation<Batch?, Never>, Batch?)? in
            guard !state.isCancelled, !state.isFinished else { return nil }
            state.entries.reserveCapacity(state.entries.count + events.count)
            for event in events {
                let size = event.approximateSize
                state.entries.append(Entry(event: event, size: size))
                state.size += size
            }
            guard let consumer = state.takeConsumer() else { return nil }
            return (consumer, state.takeBatch())
        }
        delivery?.0.resume(returning: delivery?.1)
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
            state.takenSize = 0
            return state.takeConsumer()
        }
        consumer?.resume(returning: nil)
        wakeProducer()
    }

    /// Waits for the next events. One task at a time.
    ///
    /// - Returns: One event or more, or nil at the end and when the task was cancelled.
    func nextBatch() async -> Batch? {
        if case .now(let batch) = take(orLeave: nil) { return batch }
        return await withTaskCancellationHandler {
            await withCheckedContinuation { continuation in
                if case .now(let batch) = take(orLeave: continuation) { continuation.resume(returning: batch) }
            }
        } onCancel: {
            cancel()
        }
    }

    /// Takes the next events if the stream has some or has ended; else the consumer is left to be resumed with them.
    private func take(orLeave consumer: CheckedContinuation<Batch?, Never>?) -> Answer {
        let (answer, freesProducer) = state.withLock { state -> (Answer, Bool) in
            let batch = state.takeBatch()
            let freesProducer = state.producerWaits && state.size <= limit / 2
            if freesProducer { state.producerWaits = false }
            if let batch { return (.now(batch), freesProducer) }
            // A second consumer at the same time is a mistake of the caller's: it gets the end.
            if state.isFinished || state.isCancelled || state.consumer != nil { return (.now(nil), freesProducer) }
            state.consumer = consumer
            return (.later, freesProducer)
        }
        if freesProducer { wakeProducer() }
        return answer
    }
}
