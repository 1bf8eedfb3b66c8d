import ZXKitLogPOSIX

/// A value that comes once, and a task that waits for it.
final class OneShot<Value: Sendable>: Sendable {
    private struct State {
        var value: Value?
        var waiter: CheckedContinuation<Value, Never>?
    }

    private let state = Lock(State())

    /// Gives the value. The first one counts.
    func resolve(_ value: Value) {
        let waiter: CheckedContinuation<Value, Never>? = state.withLock { state in
            guard state.value == nil else { return nil }
            state.value = value
            defer { state.waiter = nil }
            return state.waiter
        }
        waiter?.resume(returning: value)
    }

    /// Waits for the value. One task at a time.
    func value() async -> Value {
        await withCheckedContinuation { continuation in
            let value: Value? = state.withLock { state in
                if state.value == nil {
                    state.waiter = continuation
                }
                return state.value
            }
            if let value {
                continuation.resume(returning: value)
            }
        }
    }
}
