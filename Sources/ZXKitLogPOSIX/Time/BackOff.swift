/// How long to wait between attempts: longer each time, up to a limit.
package struct BackOff: Sendable {
    private let first: Duration
    private let limit: Duration
    private var next: Duration

    /// - Parameters:
    ///   - first: The wait after the first attempt; each further one is twice as long.
    ///   - limit: The longest wait.
    package init(first: Duration, limit: Duration) {
        self.first = first
        self.limit = limit
        next = first
    }

    /// The time to wait before the next attempt.
    package mutating func delay() -> Duration {
        defer { next = min(next * 2, limit) }
        return next
    }

    /// Waits the longest time from now on, where waiting alone is unlikely to mend anything.
    package mutating func goToLimit() {
        next = limit
    }

    /// Begins anew, after an attempt that worked.
    package mutating func reset() {
        next = first
    }
}
