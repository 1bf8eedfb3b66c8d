internal import ZXKitLogCore

/// The entries of a slice that a filter lets through. Labels are compared once, not once for each record.
struct SliceSelection {
    let slice: JournalSlice
    private let level: LogLevel
    /// For each label of the slice whether it is wanted; `nil` where all are.
    private let wantsLabel: [Bool]?
    private let isAll: Bool

    init(_ slice: JournalSlice, _ filter: RecordFilter, letsAllLevelsThrough: Bool) {
        self.slice = slice
        level = filter.level
        let wanted = filter.labels.isEmpty ? nil : slice.labels.map { filter.matches(label: $0) }
        wantsLabel = wanted?.allSatisfy { $0 } == true ? nil : wanted
        isAll = letsAllLevelsThrough && wantsLabel == nil
    }

    /// Whether the entry at an index is wanted. Gaps are for everybody.
    @inline(__always)
    func contains(_ index: Int) -> Bool {
        contains(slice.segment.entry(at: index))
    }

    /// Whether an entry of the slice is wanted.
    @inline(__always)
    func contains(_ entry: JournalSegment.Entry) -> Bool {
        guard !entry.isGap else { return true }
        return entry.level >= level && wantsLabel?[Int(entry.label)] ?? true
    }

    /// Whether the entry is a record that is wanted.
    func containsRecord(_ index: Int) -> Bool {
        !slice.segment.entry(at: index).isGap && contains(index)
    }

    /// The next entries that follow one another and are all wanted, from an index on, of so many bytes or a little more at
    /// most.
    ///
    /// - Returns: An empty range at the slice's end if there are none.
    func nextRun(from start: Int, atMostBytes limit: Int) -> Range<Int> {
        let end = slice.entries.upperBound
        if isAll, start < end, slice.segment.bytes(of: start..<end).count <= limit { return start..<end }
        guard let first = (start..<end).first(where: contains) else { return end..<end }
        return first..<endOfRun(from: first, atMostBytes: limit)
    }

    private func endOfRun(from first: Int, atMostBytes limit: Int) -> Int {
        var bytes = 0
        var index = first
        repeat {
            bytes += Int(slice.segment.entry(at: index).length)
            index += 1
        } while index < slice.entries.upperBound && bytes < limit && contains(index)
        return index
    }
}
