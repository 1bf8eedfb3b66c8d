internal import ZXKitLogCore

/// What was captured in which part of the journal, so that a viewer can be told where some of what it wants is missing.
///
/// A claim is a promise: that at least so much was captured. While captured levels change, calls on other threads see the
/// old or the new ones, and records made under the old ones are still on their way. So for that time both are claimed
/// and only what both capture counts; the old claim ends with the first sweep that began after the change.
struct CaptureHistory {
    /// A run of numbers in which the same was captured; it ends where the next begins.
    struct Period {
        /// Rises with each change, and names this period as it is: one that changed has another.
        let version: UInt64
        /// The first number.
        let first: UInt64
        fileprivate(set) var claims: [Claim]

        /// Whether all that a filter lets through was captured.
        func covers(_ filter: RecordFilter) -> Bool {
            claims.allSatisfy { $0.levels.covers(filter) }
        }

        /// Roughly its memory, in bytes.
        fileprivate var size: Int { claims.reduce(64) { $0 + $1.size } }
    }

    /// That at least these levels were captured.
    struct Claim {
        let levels: LogLevels
        /// Which change made them the captured ones.
        let change: UInt64

        fileprivate var size: Int { levels.rules.keys.reduce(64) { $0 + 64 + $1.text.utf8.count } }
    }

    /// The oldest first; never empty.
    private var periods: [Period]
    private var size: Int
    private var versionCount: UInt64 = 0

    /// The memory for it, in bytes. Beyond that the oldest periods are forgotten, and count as captured in no way.
    private static let sizeLimit = 256 * 1_024
    /// So many changes may be under way at once; more make nothing sure.
    private static let mostClaims = 8

    init(_ levels: LogLevels) {
        periods = [Period(version: 0, first: 1, claims: [Claim(levels: levels, change: 0)])]
        size = periods[0].size
    }

    /// Which period is the last, as it is.
    var version: UInt64 { periods[periods.count - 1].version }

    /// The periods from the one that lies just before a number. Where there is none, what was captured there is
    /// forgotten.
    func periods(from sequence: UInt64) -> ArraySlice<Period> {
        // Viewers are mostly near the end, so the search begins there.
        let start = periods.lastIndex { $0.first < sequence } ?? 0
        return periods[start...]
    }

    // MARK: Changes

    /// Notes that levels are about to become the captured ones.
    mutating func begin(_ levels: LogLevels, change: UInt64, at next: UInt64) {
        var claims = periods[periods.count - 1].claims
        claims.append(Claim(levels: levels, change: change))
        if claims.count > Self.mostClaims {
            claims.removeFirst()
            claims[0] = Claim(levels: .off, change: claims[0].change)
        }
        append(claims, at: next)
    }

    /// Notes that all records of before a change have their numbers.
    mutating func settle(_ change: UInt64, at next: UInt64) {
        let claims = periods[periods.count - 1].claims
        let left = claims.filter { $0.change >= change }
        guard !left.isEmpty, left.count < claims.count else { return }
        append(left, at: next)
    }

    private mutating func append(_ claims: [Claim], at next: UInt64) {
        joinEmpty(at: next)
        add(claims, at: next)
    }

    private mutating func add(_ claims: [Claim], at first: UInt64) {
        versionCount += 1
        let period = Period(version: versionCount, first: first, claims: claims)
        size += period.size
        periods.append(period)
    }

    /// Joins the periods that no number came in, before one more begins there. One is kept, though nothing is in it: what
    /// was not captured then may have been logged all the same.
    private mutating func joinEmpty(at next: UInt64) {
        let last = periods.count - 1
        guard last > 0, periods[last].first == next, periods[last - 1].first == next else { return }
        let joined = periods.suffix(2)
        periods.removeLast(2)
        size -= joined.reduce(0) { $0 + $1.size }
        let claims = joined.flatMap(\.claims)
        add(claims.count <= Self.mostClaims ? claims : [Claim(levels: .off, change: 0)], at: next)
    }

    /// Forgets periods before the oldest number that is held, and the oldest of too many.
    mutating func forget(before oldest: UInt64) {
        while periods.count > 1, periods[1].first <= oldest || size > Self.sizeLimit {
            size -= periods[0].size
            periods.removeFirst()
        }
    }
}
