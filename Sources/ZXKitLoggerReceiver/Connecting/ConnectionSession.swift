import ZXKitLogPOSIX

/// What one iteration of a connection runs: a thread and the buffer between it and the consumer. Ends with its last
/// reference, without waiting for the thread, which notices at its next wait.
final class ConnectionSession: Sendable {
    private let buffer: EventBuffer

    init(_ plan: ConnectionPlan) {
        do throws(SystemCallError) {
            buffer = try Self.startThread(plan)
        } catch {
            buffer = EventBuffer(limit: 0, wakeProducer: {})
            let reason = ReceiverError(.system, doing: "starting a connection's thread", error)
            buffer.append(.state(.ended(reason: reason)))
            buffer.finish()
        }
    }

    deinit {
        buffer.cancel()
    }

    private static func startThread(_ plan: ConnectionPlan) throws(SystemCallError) -> EventBuffer {
        let signal = try WorkerSignal()
        let buffer = EventBuffer(limit: plan.bufferLimit) { signal.raise() }
        _ = try SystemThread.start(name: "zxkit-viewer") {
            ConnectionWorker.run(plan, buffer: buffer, signal: signal)
        }
        return buffer
    }

    /// Waits for the next events.
    func nextBatch() async -> EventBuffer.Batch? {
        await buffer.nextBatch()
    }
}

/// Wakes a connection's thread: there is room in the buffer, the consumer is gone, or discovery has news.
final class WorkerSignal: Sendable {
    private let event: WakeEvent

    init() throws(SystemCallError) {
        event = try WakeEvent()
    }

    /// What the thread watches.
    var descriptor: Int32 {
        event.descriptor
    }

    /// Wakes the thread, from any thread.
    func raise() {
        event.signal()
    }

    /// Takes back what was raised so far.
    func lower() {
        event.drain()
    }
}
