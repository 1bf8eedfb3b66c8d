public import Glibc

/// CLOCK_MONOTONIC in nanoseconds, read straight, because it is a yardstick too.
public enum MonotonicClock {
    /// The time now.
    @inlinable
    public static func now() -> Int64 {
        var time = timespec()
        clock_gettime(CLOCK_MONOTONIC, &time)
        return Int64(time.tv_sec) * 1_000_000_000 + Int64(time.tv_nsec)
    }

    /// Sleeps for a number of nanoseconds.
    public static func pause(nanoseconds: Int64) {
        pause(until: now() + nanoseconds)
    }

    /// Sleeps until a moment.
    public static func pause(until moment: Int64) {
        var time = timespec(tv_sec: Int(moment / 1_000_000_000), tv_nsec: Int(moment % 1_000_000_000))
        while clock_nanosleep(CLOCK_MONOTONIC, TIMER_ABSTIME, &time, nil) == EINTR {}
    }

    /// Waits until something is true, asking every millisecond.
    ///
    /// - Throws: What didn't become true, after 30 s.
    public static func wait(for what: String, _ isTrue: () -> Bool) throws(BenchmarkError) {
        let end = now() + 30_000_000_000
        while !isTrue() {
            guard now() < end else { throw BenchmarkError("waited 30 s for \(what)") }
            pause(nanoseconds: 1_000_000)
        }
    }
}
