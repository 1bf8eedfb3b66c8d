internal import ZXKitLogPOSIX

/// Whether a system's shutdown has begun, and until when its sinks may still work.
final class Ending: Sendable {
    private let moment = Lock<Moment?>(nil)

    /// Until when sinks may work; `nil` while the system runs.
    var deadline: Moment? {
        moment.withLock { $0 }
    }

    /// Begins the shutdown; a later call can only bring the deadline nearer.
    func begin(deadline: Moment) {
        moment.withLock { $0 = min($0 ?? deadline, deadline) }
    }

    /// Whether the sinks have to stop, whatever is left.
    var isOver: Bool { deadline?.hasPassed ?? false }
}
