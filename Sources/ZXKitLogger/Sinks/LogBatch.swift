public import ZXKitLogCore

/// Some records and gaps in their order, as a sink is handed them.
///
/// Going through it decodes the records, one at a time. Going through it again gives the same.
public struct LogBatch: Sequence, Sendable {
    /// The gap before the records, or `nil`.
    let gap: LogGap?
    private let slice: SinkSlice?

    init(gap: LogGap?, slice: SinkSlice?) {
        self.gap = gap
        self.slice = slice
    }

    /// Goes through the batch from its beginning.
    public func makeIterator() -> Iterator {
        Iterator(gap: gap, slice: slice)
    }

    /// How many frames there are at most.
    var frameCount: Int { slice?.journal.entries.count ?? 0 }

    /// Calls for each record with its frame, which can't be kept: what follows `gap`, without decoding it.
    @inline(__always)
    func forEachFrame(_ body: (Span<UInt8>) -> Void) {
        guard let slice else { return }
        let reader = slice.reader
        let segment = slice.journal.segment
        for index in slice.journal.entries {
            let entry = segment.entry(at: index)
            guard reader.wants(entry) else { continue }
            segment.withFrame(of: entry, body)
        }
    }

    /// The way through a batch.
    public struct Iterator: IteratorProtocol {
        private var gap: LogGap?
        private let slice: SinkSlice?
        private var index: Int

        init(gap: LogGap?, slice: SinkSlice?) {
            self.gap = gap
            self.slice = slice
            index = slice?.journal.entries.lowerBound ?? 0
        }

        /// The next record or gap, or `nil` at the end.
        public mutating func next() -> LogItem? {
            if let gap = gap.take() { return .gap(gap) }
            guard let slice else { return nil }
            while index < slice.journal.entries.upperBound {
                defer { index += 1 }
                if slice.wants(index), let item = slice.journal.item(at: index) {
                    return item
                }
            }
            return nil
        }
    }
}
