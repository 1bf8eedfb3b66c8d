import ZXKitLogPOSIX

/// Measures how long a peer was silent while it was being listened to.
///
/// Only time spent waiting for the peer counts: not what the consumer was slow for, nor what this process was stopped
/// or starved for. A wait that ended much later than it was asked to is such a time, and begins the measure anew.
struct SilenceWatch {
    /// A wait may end so much late on a busy machine and still count.
    private static let tolerance = Duration.milliseconds(500).saturatedNanoseconds

    private let limit: UInt64
    private var silence: UInt64 = 0

    init(limit: Duration) {
        self.limit = limit.saturatedNanoseconds
    }

    /// How long the silence may still last, in nanoseconds.
    var remaining: UInt64 {
        limit > silence ? limit - silence : 0
    }

    /// Whether the peer has been silent too long.
    var isOver: Bool {
        silence >= limit
    }

    /// Begins anew: something came, or nobody was listening.
    mutating func restart() {
        silence = 0
    }

    /// Counts a wait in which nothing came, or not enough.
    ///
    /// - Parameters:
    ///   - asked: How long it was to last at most, in nanoseconds.
    ///   - took: How long it lasted.
    mutating func waited(asked: UInt64, took: UInt64) {
        let (latest, overflow) = asked.addingReportingOverflow(Self.tolerance)
        guard overflow || took <= latest else {
            restart()
            return
        }
        let (sum, isTooLong) = silence.addingReportingOverflow(took)
        silence = isTooLong ? .max : sum
    }
}
