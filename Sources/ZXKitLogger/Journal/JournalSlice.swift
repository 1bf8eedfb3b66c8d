internal import ZXKitLogCore

/// A run of the journal that a reader got: some entries of one segment, which it keeps alive.
struct JournalSlice {
    let segment: JournalSegment
    /// The entries' indices in the segment.
    let entries: Range<Int>
    /// The segment's labels, as many as these entries need.
    let labels: [String]
    /// The sequence number of the entry with index 0.
    let firstSequence: UInt64

    /// What a segment holds from a number on; made under the journal's lock.
    init(_ segment: JournalSegment, from sequence: UInt64) {
        self.segment = segment
        entries = Int(sequence - segment.firstSequence)..<segment.entryCount
        labels = segment.labels
        firstSequence = segment.firstSequence
    }

    /// The sequence number of an entry.
    func sequence(at index: Int) -> UInt64 {
        firstSequence + UInt64(index)
    }

    /// The sequence number after the last entry.
    var next: UInt64 { sequence(at: entries.upperBound) }

    /// Whether a reader with this filter wants the entry.
    func matches(_ filter: RecordFilter, at index: Int) -> Bool {
        let entry = segment.entry(at: index)
        return filter.matches(level: entry.level, label: labels[Int(entry.label)])
    }

    /// The record at an index, decoded; `nil` only if its frame were no record.
    func record(at index: Int) -> LogRecord? {
        var frame: [UInt8] = []
        segment.appendFrames(of: index..<index + 1, to: &frame)
        guard case .record(let record) = try? FrameReader.item(in: frame.dropFirst(FrameWriter.lengthSize)) else {
            return nil
        }
        return record
    }
}

/// What a reader finds at its cursor.
struct JournalReading {
    /// Numbers from the cursor on that are no longer held, or `nil`.
    var missed: ClosedRange<UInt64>?
    /// What follows, or `nil` where the reader has caught up.
    var slice: JournalSlice?
}
