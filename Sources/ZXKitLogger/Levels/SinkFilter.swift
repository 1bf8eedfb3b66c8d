internal import ZXKitLogCore

/// Makes the reader of each batch of a sink; for the sink's thread alone.
struct SinkFilter {
    private let levels: SinkLevels
    private let origin: SinkOrigin
    /// What the thresholds below are for.
    private var current = LogLevels.off
    private var segment: SegmentIdentity?
    /// Of each label of the segment that was met so far.
    private var thresholds: [LevelThreshold] = []

    /// Tells a segment from all others, those that had its memory before it too.
    private struct SegmentIdentity: Equatable {
        let object: ObjectIdentifier
        let firstSequence: UInt64
    }

    init(_ levels: SinkLevels, origin: SinkOrigin) {
        self.levels = levels
        self.origin = origin
    }

    /// What of a slice is judged by the same levels, and what these let through.
    mutating func read(_ slice: JournalSlice) -> SinkSlice {
        let (levels, end) = levels.levels(at: slice.sequence(at: slice.entries.lowerBound))
        let slice = end.map(slice.prefix(before:)) ?? slice
        guard !levels.rules.isEmpty else {
            return SinkSlice(journal: slice, reader: SinkReader(levels.others, origin: origin))
        }
        update(for: slice, levels)
        return SinkSlice(journal: slice, reader: SinkReader(thresholds, origin: origin))
    }

    /// Looks up each label once, not once for each record.
    private mutating func update(for slice: JournalSlice, _ levels: LogLevels) {
        let segment = SegmentIdentity(
            object: ObjectIdentifier(slice.segment), firstSequence: slice.segment.firstSequence)
        if segment != self.segment || levels != current {
            self.segment = segment
            current = levels
            thresholds = []
        }
        for label in slice.labels.dropFirst(thresholds.count) {
            thresholds.append(levels.threshold(of: label))
        }
    }
}

/// A run of the journal, and what a sink wants of it.
struct SinkSlice: Sendable {
    let journal: JournalSlice
    let reader: SinkReader

    /// Whether the entry at an index is wanted.
    func wants(_ index: Int) -> Bool {
        reader.wants(journal.segment.entry(at: index))
    }

    /// Whether anything is wanted.
    var isWanted: Bool { journal.entries.contains(where: wants) }
}

/// What a sink's cursor lets through.
struct SinkReader: Sendable {
    /// The lowest of all thresholds.
    private let lowest: UInt8
    /// By the position of a label in the segment; empty where one threshold is for all labels.
    private let thresholds: [LevelThreshold]
    private let origin: SinkOrigin

    /// Wants the same of all labels.
    init(_ threshold: LevelThreshold, origin: SinkOrigin) {
        lowest = threshold.rawValue
        thresholds = []
        self.origin = origin
    }

    /// Wants of each label of a segment what stands at its position.
    init(_ thresholds: [LevelThreshold], origin: SinkOrigin) {
        lowest = thresholds.min()?.rawValue ?? LevelThreshold.nothing.rawValue
        self.thresholds = thresholds
        self.origin = origin
    }

    @inline(__always)
    func wants(_ entry: JournalSegment.Entry) -> Bool {
        if entry.isGap { return true }
        guard entry.level.rawValue >= lowest, entry.origin != origin else { return false }
        return thresholds.isEmpty || entry.level.rawValue >= thresholds[Int(entry.label)].rawValue
    }
}
