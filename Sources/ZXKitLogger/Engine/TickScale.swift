internal import CZXKitSupport
internal import ZXKitLogCore
internal import ZXKitLogPOSIX

/// What the wall clock said at a tick of the quick clock.
///
/// Calls read only the quick clock; the collector reads all clocks once for each sweep. A record's time is then counted
/// back from the sweep's, and as it lies a moment back, the length of a tick needs no great accuracy: where a sleep of the
/// machine or a counter that began anew spoils it, times are wrong by about a record's age until it is measured again.
struct TickScale {
    /// What all clocks said at once.
    private struct Reading {
        let ticks = zxkit_ticks()
        let monotonic = SystemClock.monotonic()
        let wall = SystemClock.wall()
    }

    /// The length of a tick is measured over so many nanoseconds, and anew after as many.
    private static let interval: UInt64 = 1_000_000_000
    /// No record is older than some days when it is taken over.
    private static let greatestAge = 1e15

    private var reference = Reading()
    private var latest: Reading
    private var nanosecondsPerTick = 1.0
    private var isMeasured = false

    init() {
        latest = reference
    }

    /// Reads the clocks for a sweep.
    ///
    /// - Returns: The ticks of its beginning.
    mutating func beginSweep() -> UInt64 {
        latest = Reading()
        let elapsed = latest.monotonic &- reference.monotonic
        if !isMeasured || elapsed >= Self.interval {
            measure(over: elapsed)
        }
        return latest.ticks
    }

    private mutating func measure(over elapsed: UInt64) {
        // Until the interval is over, what it gave so far is as good as the few records are young.
        let isWhole = elapsed >= Self.interval
        if latest.ticks > reference.ticks, elapsed > 0 {
            nanosecondsPerTick = Double(elapsed) / Double(latest.ticks - reference.ticks)
            isMeasured = isWhole
        }
        if isWhole {
            reference = latest
        }
    }

    /// What the wall clock said at some ticks, none after the sweep's.
    @inline(__always)
    func wallTime(at ticks: UInt64) -> LogTime {
        // Counters of two processors may differ by a little, so that a record seems to come from the future.
        guard latest.ticks > ticks else { return LogTime(nanosecondsSince1970: latest.wall) }
        let age = min(Double(latest.ticks &- ticks) * nanosecondsPerTick, Self.greatestAge)
        return LogTime(nanosecondsSince1970: latest.wall &- Int64(age))
    }
}
