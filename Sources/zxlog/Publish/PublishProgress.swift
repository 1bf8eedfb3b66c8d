import ZXKitLogPOSIX

/// How far a publish is: what its own thread waits for, and other threads tell.
final class PublishProgress: Sendable {
    private struct State {
        var hasInputEnded = false
        var inputError: SystemCallError?
        var isStopped = false
    }

    private let state = Lock(State())
    private let parker = Parker()

    /// What ended the input before its end.
    var inputError: SystemCallError? {
        state.withLock { $0.inputError }
    }

    /// Tells that no more lines will come.
    func endInput(_ error: SystemCallError?) {
        state.withLock { state in
            state.hasInputEnded = true
            state.inputError = error
        }
        parker.unpark()
    }

    /// Tells that nothing more is to be waited for.
    func stop() {
        state.withLock { $0.isStopped = true }
        parker.unpark()
    }

    /// Waits for the end of the input, or until it is stopped. For one thread.
    func waitForInput(meanwhile announcement: PublishAnnouncement) {
        wait(until: nil, meanwhile: announcement) { $0.hasInputEnded || $0.isStopped }
    }

    /// Waits for so long, or until it is stopped. For one thread.
    func linger(_ duration: Duration, meanwhile announcement: PublishAnnouncement) {
        let end = SystemClock.monotonic() + duration.saturatedNanoseconds
        wait(until: end, meanwhile: announcement, isOver: \.isStopped)
    }

    private func wait(
        until end: UInt64?, meanwhile announcement: PublishAnnouncement, isOver: (State) -> Bool
    ) {
        while !state.withLock({ isOver($0) }) {
            let now = SystemClock.monotonic()
            if let end, now >= end { return }
            let left = end.map { Duration.nanoseconds(Int64(clamping: $0 - now)) }
            // Until it is known whether viewers can find the app, look for that now and then.
            let pause = announcement.nextLook
            parker.park(timeout: [left, pause].compactMap(\.self).min())
            if pause != nil {
                announcement.look()
            }
        }
    }
}
