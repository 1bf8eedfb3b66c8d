public import ZXKitLogCore

/// Some records and gaps in their order, as a sink is handed them.
///
/// Going through it decodes the records, one at a time. Going through it again gives the same.
public struct LogBatch: Sequence, Sendable {
    /// The gap before the records, or `nil`.
    let gap: LogGap?
    private let slice: JournalSlice?
    private let reader: SinkReader

    init(gap: LogGap?, slice: JournalSlice?, reader: SinkReader) {
        self.gap = gap
        self.slice = slice
        self.reader = reader
    }

    /// Goes through the batch from its beginning.
    public func makeIterator() -> Iterator {
        Iterator(gap: gap, slice: slice, reader: reader)
    }

    /// Calls for each record with its frame, which can't be kept: what follows `gap`, without decoding it.
    @inline(__always)
    func forEachFrame(_ body: (Span<UInt8>) -> Void) {
        guard let slice else { return }
        for index in slice.entries {
            let entry = slice.segment.entry(at: index)
            guard reader.wants(entry) else { continue }
            slice.segment.withFrame(of: entry, body)
        }
    }

    /// The way through a batch.
    public struct Iterator: IteratorProtocol {
        private var gap: LogGap?
        private let slice: JournalSlice?
        private let reader: SinkReader
        private var index: Int

        init(gap: LogGap?, slice: JournalSlice?, reader: SinkReader) {
            self.gap = gap
            self.slice = slice
            self.reader = reader
            index = slice?.entries.lowerBound ?? 0
        }

        /// The next record or gap, or `nil` at the end.
        public mutating func next() -> LogItem? {
            if let gap = gap.take() { return .gap(gap) }
            guard let slice else { return nil }
            while index < slice.entries.upperBound {
                defer { index += 1 }
                if reader.wants(slice.segment.entry(at: index)), let item = slice.item(at: index) {
                    return item
                }
            }
            return nil
        }
    }
}

/// What a sink's cursor lets through.
struct SinkReader: Sendable {
    var level: LogLevel
    var origin: SinkOrigin

    func wants(_ entry: JournalSegment.Entry) -> Bool {
        entry.isGap || (entry.level >= level && entry.origin != origin)
    }

    /// Whether anything in a slice is wanted.
    func wantsAny(of slice: JournalSlice) -> Bool {
        slice.entries.contains { wants(slice.segment.entry(at: $0)) }
    }
}
