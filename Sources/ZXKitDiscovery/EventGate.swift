import Synchronization
import ZXKitLogPOSIX

/// Stands between an operation and its event handler, and is shut for good when the operation is cancelled.
///
/// The handler runs inside the lock: that is how `close`, called by another thread, can wait until the event that is
/// being delivered has been. Called by the handler itself it must not wait, so the gate knows which thread is in it.
final class EventGate<Event: Sendable>: Sendable {
    typealias Handler = @Sendable (Event) -> Void

    private let handler: Lock<Handler?>
    private let isClosed = Atomic(false)
    /// The kernel's id of the thread that is in the handler; 0: none is.
    private let deliveringThread = Atomic<Int>(0)

    init(_ handler: @escaping Handler) {
        self.handler = Lock(handler)
    }

    /// Calls the handler, unless the gate is closed. At most one thread at a time may call this.
    func deliver(_ event: Event) {
        let spent: Handler? = handler.withLock { handler in
            guard let handle = handler, !isClosed.load(ordering: .acquiring) else { return nil }
            deliveringThread.store(Int(ProcessFacts.threadID), ordering: .relaxed)
            handle(event)
            deliveringThread.store(0, ordering: .relaxed)
            guard isClosed.load(ordering: .acquiring) else { return nil }
            return Self.take(&handler)
        }
        Self.drop(spent)
    }

    /// After this no event is delivered. Waits for a handler that is running, unless called by it.
    func close() {
        isClosed.store(true, ordering: .releasing)
        // Relaxed is enough: only a thread's own store can make its own id stand there.
        guard deliveringThread.load(ordering: .relaxed) != Int(ProcessFacts.threadID) else { return }
        let spent = handler.withLock { handler in Self.take(&handler) }
        Self.drop(spent)
    }

    private static func take(_ handler: inout Handler?) -> Handler? {
        defer { handler = nil }
        return handler
    }

    /// What the handler captured may end with it, and may be what owns the operation: so it is let go outside the lock.
    private static func drop(_ handler: consuming Handler?) {}
}
