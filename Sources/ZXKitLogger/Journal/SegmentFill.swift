internal import ZXKitLogCore

/// How far a segment is filled, and how it is filled further: a part of the journal's state, under its lock.
@safe
struct SegmentFill {
    private(set) var segment: JournalSegment
    // The segment's, which this holds.
    private let memory: UnsafeMutableRawPointer
    let capacity: Int
    let firstSequence: UInt64
    private(set) var entryCount = 0
    private var usedBytes = 0
    /// The lowest level in it.
    private(set) var lowestLevel = LogLevel.critical
    /// Whether any entry is a gap.
    private(set) var hasGaps = false
    private var labelTable = LabelTable()

    /// A segment that is empty.
    init(_ segment: JournalSegment) {
        self.segment = segment
        unsafe memory = segment.memory
        capacity = segment.capacity
        firstSequence = segment.firstSequence
    }

    /// The labels in it, each once.
    var labels: [String] { labelTable.labels }

    /// The memory that the labels take, in bytes.
    var labelBytes: Int { labelTable.bytes }

    /// Whether no reader holds the segment.
    mutating func isFree() -> Bool {
        #if THREAD_SANITIZER
            // What a reader did comes before its release of the segment, and that before this look, as with every array that is
            // changed in place. But the runtime counts where the sanitizer doesn't see it, so it gets fresh memory.
            false
        #else
            isKnownUniquelyReferenced(&segment)
        #endif
    }

    /// Whether a frame of at most so many bytes, and its entry, fit between what was written from both ends.
    @inline(__always)
    func hasRoom(for length: Int, _ sequence: UInt64) -> Bool {
        let entriesBegin = capacity - (entryCount + 1) * MemoryLayout<JournalSegment.Entry>.stride
        let isNear = sequence - firstSequence <= UInt64(UInt32.max)
        // One label less than the number that stands for a gap.
        return usedBytes + length <= entriesBegin && isNear && entryCount < Int(JournalSegment.Entry.gap)
    }

    /// Adds a record, for which there must be room.
    @inline(__always)
    mutating func append(_ record: RingRecord, _ frame: RecordFrame, sequence: UInt64) {
        let length = unsafe frame.write(to: memory + usedBytes)
        lowestLevel = min(lowestLevel, record.level)
        addEntry(
            length: length, sequence: sequence, label: labelTable.position(of: record), level: record.level,
            origin: record.origin)
    }

    /// Adds a frame that is a gap, for which there must be room.
    mutating func append(gap frame: [UInt8], sequence: UInt64) {
        unsafe UnsafeMutableRawBufferPointer(start: memory + usedBytes, count: frame.count).copyBytes(from: frame)
        hasGaps = true
        addEntry(
            length: frame.count, sequence: sequence, label: JournalSegment.Entry.gap, level: .critical, origin: .none)
    }

    @inline(__always)
    private mutating func addEntry(
        length: Int, sequence: UInt64, label: UInt16, level: LogLevel, origin: SinkOrigin
    ) {
        let entry = JournalSegment.Entry(
            offset: UInt32(truncatingIfNeeded: usedBytes), length: UInt32(truncatingIfNeeded: length),
            distance: UInt32(truncatingIfNeeded: sequence - firstSequence), label: label, level: level,
            origin: origin)
        usedBytes += length
        entryCount += 1
        let place = capacity - entryCount * MemoryLayout<JournalSegment.Entry>.stride
        unsafe (memory + place).storeBytes(of: entry, as: JournalSegment.Entry.self)
    }
}
