internal import ZXKitLogCore

/// What a journal holds, and how it changes; used under the journal's lock alone.
struct JournalState {
    /// The segments before the one that is being filled, the oldest first.
    private var filled: [SegmentFill] = []
    /// The segment that is being filled; until the first record one without room.
    private var current = SegmentFill(JournalSegment(capacity: 0, firstSequence: 1))
    /// The memory of the segments and of the labels in those that are filled, in bytes. A segment's labels are counted
    /// once it is filled, as that costs no record anything.
    private(set) var usedCapacity = 0
    var capacity: Int
    private(set) var nextSequence: UInt64 = 1
    var isClosed = false
    var sleepers: [any JournalSleeper] = []
    var holders: [any JournalHolder] = []
    var capture: CaptureHistory

    init(capacity: Int, capturing levels: LogLevels) {
        self.capacity = capacity
        capture = CaptureHistory(levels)
    }

    private static var segmentCapacity: Range<Int> { 64 * 1_024..<256 * 1_024 }

    /// The oldest number that is held; the next one where nothing is.
    var oldest: UInt64 { filled.first?.firstSequence ?? current.firstSequence }

    // MARK: Writing

    /// Gives a record the next number, and keeps its frame; false if a holder doesn't let the room be made.
    @inline(__always)
    mutating func append(_ record: RingRecord, wallTime: LogTime) -> Bool {
        let frame = RecordFrame(record, sequence: nextSequence, wallTime: wallTime)
        guard current.hasRoom(for: frame.sizeLimit, nextSequence) || beginSegment(for: frame.sizeLimit) else {
            return false
        }
        current.append(record, frame, sequence: nextSequence)
        nextSequence += 1
        return true
    }

    /// Keeps a gap that uses up so many numbers; false if a holder doesn't let the room be made.
    mutating func appendOverflow(count: UInt64, time: LogTime) -> Bool {
        let gap = LogGap(nextSequence...(nextSequence + count - 1), reason: .overflow, time: time)
        var frame: [UInt8] = []
        FrameWriter.append(.gap(gap), to: &frame)
        guard current.hasRoom(for: frame.count, nextSequence) || beginSegment(for: frame.count) else { return false }
        current.append(gap: frame, sequence: nextSequence)
        nextSequence += count
        return true
    }

    mutating func takeSleepers() -> [any JournalSleeper] {
        // Without this, each call while nobody sleeps would write to the array.
        guard !sleepers.isEmpty else { return [] }
        defer { sleepers = [] }
        return sleepers
    }

    // MARK: Room

    @inline(never)
    private mutating func beginSegment(for length: Int) -> Bool {
        let regular = min(max(capacity / 32, Self.segmentCapacity.lowerBound), Self.segmentCapacity.upperBound)
        let size = max(JournalSegment.size(fitting: regular), JournalSegment.size(forFrameOf: length))
        let needed = size + current.labelBytes
        guard mayDrop(toFit: needed) else { return false }
        let spare = dropOldest(toFit: needed)
        if current.entryCount > 0 {
            usedCapacity += current.labelBytes
            filled.append(current)
        }
        usedCapacity += size
        current = SegmentFill(emptySegment(spare, size))
        return true
    }

    /// Memory that is already the process's where there is some of this size.
    private func emptySegment(_ spare: JournalSegment?, _ size: Int) -> JournalSegment {
        guard let spare, spare.capacity == size else {
            return JournalSegment(capacity: size, firstSequence: nextSequence)
        }
        spare.firstSequence = nextSequence
        return spare
    }

    /// Whether no holder still needs what would have to fall off.
    private func mayDrop(toFit size: Int) -> Bool {
        guard let held = holders.lazy.compactMap(\.heldSequence).min() else { return true }
        var used = usedCapacity
        for index in 0..<segmentCount {
            guard used + size > capacity else { return true }
            if end(ofSegment: index) > held { return false }
            used -= countedBytes(ofSegment: index)
        }
        return true
    }

    /// Drops segments until so many bytes fit in.
    ///
    /// - Returns: A dropped segment that no reader holds, to be used again.
    @discardableResult
    mutating func dropOldest(toFit size: Int) -> JournalSegment? {
        var spare: JournalSegment?
        while usedCapacity + size > capacity, let dropped = removeOldest() {
            spare = dropped
        }
        return spare
    }

    /// Removes the oldest segment.
    ///
    /// - Returns: Its memory if no reader holds it, else something of no use; `nil` where nothing is held.
    private mutating func removeOldest() -> JournalSegment? {
        guard segmentCount > 0 else { return nil }
        usedCapacity -= countedBytes(ofSegment: 0)
        var removed: SegmentFill
        if filled.isEmpty {
            removed = current
            current = SegmentFill(JournalSegment(capacity: 0, firstSequence: nextSequence))
        } else {
            removed = filled.removeFirst()
        }
        return removed.isFree() ? removed.segment : JournalSegment(capacity: 0, firstSequence: 0)
    }

    /// What a segment adds to `usedCapacity`.
    private func countedBytes(ofSegment index: Int) -> Int {
        segment(index).capacity + (index < filled.count ? segment(index).labelBytes : 0)
    }

    // MARK: Reading

    private var segmentCount: Int { filled.count + (current.entryCount > 0 ? 1 : 0) }

    private func segment(_ index: Int) -> SegmentFill {
        index < filled.count ? filled[index] : current
    }

    /// The number after a segment's last.
    private func end(ofSegment index: Int) -> UInt64 {
        index + 1 < segmentCount ? segment(index + 1).firstSequence : nextSequence
    }

    func read(at cursor: UInt64) -> JournalReading {
        let missed = cursor < oldest ? cursor...(oldest - 1) : nil
        let position = max(cursor, oldest)
        guard position < nextSequence else { return JournalReading(missed: missed, slice: nil) }
        // Readers are mostly near the end, so the search begins there.
        let index =
            current.firstSequence <= position
            ? filled.count : filled.lastIndex { $0.firstSequence <= position } ?? 0
        return JournalReading(missed: missed, slice: slice(of: index, from: position))
    }

    /// All that is held, a slice for each segment.
    var slices: [JournalSlice] {
        (0..<segmentCount).map { slice(of: $0, from: segment($0).firstSequence) }
    }

    private func slice(of index: Int, from sequence: UInt64) -> JournalSlice {
        JournalSlice(segment(index), from: sequence, next: end(ofSegment: index))
    }
}
