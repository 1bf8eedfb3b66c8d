internal import ZXKitLogCore

/// Where in the journal some of what a viewer's filter lets through was not captured, and how much of that it was told.
struct ViewerCoverage {
    /// A run of numbers in which something is missing.
    private struct Run {
        let first: UInt64
        /// The number after its last; `nil` where it goes on.
        var end: UInt64?
    }

    private var runs: [Run] = []
    /// What is known of a period isn't worked out again.
    private var isCovered: [UInt64: Bool] = [:]
    private var version: UInt64?
    /// Everything below was told.
    private var toldEnd: UInt64 = 0

    /// Takes note of what was captured from a cursor on.
    mutating func update(from journal: Journal, at cursor: UInt64, for filter: RecordFilter) {
        guard let periods = journal.capturePeriods(from: cursor, unless: version), let last = periods.last else {
            return
        }
        version = last.version
        let pairs = periods.map { ($0.version, isCovered[$0.version] ?? $0.covers(filter)) }
        isCovered = Dictionary(pairs) { $1 }
        runs = []
        // What was captured before the first is forgotten.
        var run: Run? = periods[periods.startIndex].first > cursor ? Run(first: 0) : nil
        for period in periods {
            if isCovered[period.version] == false {
                run = run ?? Run(first: period.first)
            } else if let begun = run.take() {
                // A call that was not captured has no number, so one beside it stands for it.
                runs.append(Run(first: begun.first, end: max(period.first, begun.first + 1)))
            }
        }
        if let run { runs.append(run) }
    }

    /// The first range at or behind a cursor that is to be told, as far as numbers were given.
    func untold(from cursor: UInt64, before next: UInt64) -> ClosedRange<UInt64>? {
        let start = max(cursor, toldEnd)
        guard let run = runs.first(where: { $0.end ?? next > start }) else { return nil }
        let first = max(run.first, start)
        let end = run.end ?? next
        return first < end ? first...(end - 1) : nil
    }

    /// The viewer was told of everything up to the end of a range.
    mutating func noteTold(_ range: ClosedRange<UInt64>) {
        toldEnd = range.upperBound + 1
    }
}
