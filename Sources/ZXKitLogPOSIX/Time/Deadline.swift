import Glibc

/// A moment on the monotonic clock, for calls that wait and may be woken too early.
struct Deadline {
    /// Nil: never.
    private let nanoseconds: UInt64?

    init(after timeout: Duration?) {
        nanoseconds = timeout.map { SystemClock.monotonic().addingSaturated($0.saturatedNanoseconds) }
    }

    var hasPassed: Bool {
        guard let nanoseconds else { return false }
        return SystemClock.monotonic() >= nanoseconds
    }

    /// As `poll` and `epoll_wait` take it: -1 without a limit, and rounded up, so that no wait spins at its end.
    var remainingMilliseconds: Int32 {
        guard let nanoseconds else { return -1 }
        let now = SystemClock.monotonic()
        guard nanoseconds > now else { return 0 }
        let left = (nanoseconds - now - 1) / 1_000_000 + 1
        return Int32(clamping: left)
    }

    /// The moment as `pthread_cond_timedwait` takes it; nil without a limit.
    var absoluteTime: timespec? {
        guard let nanoseconds else { return nil }
        return timespec(
            tv_sec: Int(nanoseconds / 1_000_000_000), tv_nsec: Int(nanoseconds % 1_000_000_000))
    }
}

extension Duration {
    /// In whole nanoseconds, rounded up; what is below zero is zero, what is too long (584 years) the longest.
    package var saturatedNanoseconds: UInt64 {
        let (seconds, attoseconds) = components
        guard seconds >= 0, attoseconds >= 0 else { return 0 }
        let (whole, overflow) = UInt64(seconds).multipliedReportingOverflow(by: 1_000_000_000)
        if overflow { return .max }
        return whole.addingSaturated(UInt64((attoseconds + 999_999_999) / 1_000_000_000))
    }
}

extension UInt64 {
    func addingSaturated(_ other: UInt64) -> UInt64 {
        let (sum, overflow) = addingReportingOverflow(other)
        return overflow ? .max : sum
    }
}
