internal import ZXKitLogCore

/// A run of the journal that a reader got: some entries of one segment, which it keeps alive.
struct JournalSlice {
    let segment: JournalSegment
    /// The entries' indices in the segment.
    let entries: Range<Int>
    /// The segment's labels, as many as these entries need.
    let labels: [String]
    /// The sequence number after the last entry.
    let next: UInt64
    /// No record among the entries has a lower level.
    private let lowestLevel: LogLevel
    /// Whether any of the entries may be a gap.
    private let mayHaveGaps: Bool

    /// What a segment holds from a number on; made under the journal's lock.
    ///
    /// - Parameters:
    ///   - fill: The segment in which the number lies, as far as it is filled.
    ///   - sequence: The first number that is wanted. If it is in the middle of a gap, the whole gap is there.
    ///   - next: The number after the segment's last.
    init(_ fill: SegmentFill, from sequence: UInt64, next: UInt64) {
        segment = fill.segment
        self.next = next
        entries = fill.segment.index(holding: sequence, in: fill.entryCount)..<fill.entryCount
        labels = fill.labels
        lowestLevel = fill.lowestLevel
        mayHaveGaps = fill.hasGaps
    }

    private init(_ slice: JournalSlice, entries: Range<Int>) {
        segment = slice.segment
        labels = slice.labels
        self.entries = entries
        next = slice.sequence(at: entries.upperBound)
        lowestLevel = slice.lowestLevel
        mayHaveGaps = slice.mayHaveGaps
    }

    /// The entries that begin before a number, which must be more than none. The last may be a gap that goes beyond it.
    func prefix(before sequence: UInt64) -> JournalSlice {
        guard sequence < next else { return self }
        let end = segment.index(holding: sequence - 1, in: entries.upperBound) + 1
        return JournalSlice(self, entries: entries.lowerBound..<max(end, entries.lowerBound))
    }

    /// The sequence number of an entry, or the first one of a gap. For the index after the last it is `next`.
    func sequence(at index: Int) -> UInt64 {
        index == entries.upperBound ? next : segment.sequence(at: index)
    }

    /// What a filter lets through of this slice.
    func selection(by filter: RecordFilter) -> SliceSelection {
        SliceSelection(self, filter, letsAllLevelsThrough: filter.level <= lowestLevel)
    }

    /// How many of some entries are records.
    func recordCount(in range: Range<Int>) -> Int {
        guard mayHaveGaps else { return range.count }
        return range.count { !segment.entry(at: $0).isGap }
    }

    /// The record or gap at an index, decoded; `nil` only if its frame were neither.
    func item(at index: Int) -> LogItem? {
        var frame: [UInt8] = []
        segment.appendFrames(of: index..<index + 1, to: &frame)
        switch try? FrameReader.item(in: frame.dropFirst(FrameWriter.lengthSize)) {
        case .record(let record): return .record(record)
        case .gap(let gap): return .gap(gap)
        default: return nil
        }
    }
}

extension JournalSegment {
    /// The index of the entry in which a number lies: the last that doesn't begin behind it.
    fileprivate func index(holding sequence: UInt64, in count: Int) -> Int {
        var low = 0
        var high = count
        while low < high {
            let middle = (low + high) / 2
            if self.sequence(at: middle) <= sequence {
                low = middle + 1
            } else {
                high = middle
            }
        }
        return max(0, low - 1)
    }
}

/// What a reader finds at its cursor.
struct JournalReading {
    /// Numbers from the cursor on that are no longer held, or `nil`.
    var missed: ClosedRange<UInt64>?
    /// What follows, or `nil` where the reader has caught up.
    var slice: JournalSlice?
}
