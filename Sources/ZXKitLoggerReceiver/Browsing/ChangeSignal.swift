import ZXKitLogPOSIX

/// Tells one waiting task that something changed. A change before the wait is kept; several are one.
final class ChangeSignal: Sendable {
    private struct State {
        var isSignalled = false
        var isEnded = false
        var waiter: CheckedContinuation<Bool, Never>?

        mutating func takeWaiter() -> CheckedContinuation<Bool, Never>? {
            defer { waiter = nil }
            return waiter
        }
    }

    private let state = Lock(State())

    /// Wakes the waiting task, or the next that waits.
    func signal() {
        let waiter = state.withLock { state in
            let waiter = state.takeWaiter()
            if waiter == nil { state.isSignalled = true }
            return waiter
        }
        waiter?.resume(returning: true)
    }

    /// Ends the waiting for good.
    func end() {
        let waiter = state.withLock { state in
            state.isEnded = true
            return state.takeWaiter()
        }
        waiter?.resume(returning: false)
    }

    /// Waits for a change. One task at a time.
    ///
    /// - Returns: False when the waiting task was cancelled, or after ``end()``.
    func wait() async -> Bool {
        await withTaskCancellationHandler {
            await withCheckedContinuation { enter($0) }
        } onCancel: {
            end()
        }
    }

    private func enter(_ continuation: CheckedContinuation<Bool, Never>) {
        let answer: Bool? = state.withLock { state in
            if state.isEnded || state.waiter != nil { return false }
            if state.isSignalled {
                state.isSignalled = false
                return true
            }
            state.waiter = continuation
            return nil
        }
        if let answer { continuation.resume(returning: answer) }
    }
}
