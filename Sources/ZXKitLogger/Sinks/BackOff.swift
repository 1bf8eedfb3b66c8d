/// How long to wait between attempts: longer each time, up to a limit.
struct BackOff {
    private let first: Duration
    private let limit: Duration
    private var next: Duration

    init(first: Duration, limit: Duration) {
        self.first = first
        self.limit = limit
        next = first
    }

    /// The time to wait before the next attempt.
    mutating func delay() -> Duration {
        defer { next = min(next * 2, limit) }
        return next
    }

    /// Begins anew, after an attempt that worked.
    mutating func reset() {
        next = first
    }
}
