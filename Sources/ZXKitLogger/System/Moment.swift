internal import ZXKitLogPOSIX

/// A point on the monotonic clock, to wait for or to be late for.
struct Moment: Comparable, Sendable {
    /// The clock's nanoseconds.
    let nanoseconds: UInt64

    static var now: Moment { Moment(nanoseconds: SystemClock.monotonic()) }

    /// The moment that comes this long after now; in the far future for a duration that doesn't fit.
    static func after(_ duration: Duration) -> Moment {
        now + duration
    }

    static func + (moment: Moment, duration: Duration) -> Moment {
        let (sum, overflow) = moment.nanoseconds.addingReportingOverflow(duration.saturatedNanoseconds)
        return Moment(nanoseconds: overflow ? .max : sum)
    }

    static func < (left: Moment, right: Moment) -> Bool {
        left.nanoseconds < right.nanoseconds
    }

    /// How long it is until then; zero if it has passed.
    var remaining: Duration {
        let now = SystemClock.monotonic()
        guard nanoseconds > now else { return .zero }
        return .nanoseconds(Int64(clamping: nanoseconds - now))
    }

    var hasPassed: Bool { self <= .now }
}
