import ZXKitLogPOSIX

/// Runs what it is given, one after another and in order, on a thread that exists while there is something to run.
final class DeliveryQueue: Sendable {
    private struct State: Sendable {
        var waiting: [@Sendable () -> Void] = []
        var hasThread = false
    }

    private let state = Lock(State())

    /// Queues deliveries and returns. When no thread can be started they wait for one until something else is added.
    func add(_ deliveries: [@Sendable () -> Void]) {
        let needsThread = state.withLock { state in
            state.waiting += deliveries
            guard !state.waiting.isEmpty, !state.hasThread else { return false }
            state.hasThread = true
            return true
        }
        guard needsThread else { return }
        do {
            _ = try SystemThread.start(name: "zxkit-in-memory") { self.run() }
        } catch {
            state.withLock { $0.hasThread = false }
        }
    }

    private func run() {
        while let deliver = next() {
            deliver()
        }
    }

    private func next() -> (@Sendable () -> Void)? {
        state.withLock { state -> (@Sendable () -> Void)? in
            guard !state.waiting.isEmpty else {
                state.hasThread = false
                return nil
            }
            return state.waiting.removeFirst()
        }
    }
}
