internal import ZXKitLogCore

/// What a journal holds, and how it changes; used under the journal's lock alone.
struct JournalState {
    private(set) var segments: [JournalSegment] = []
    /// The memory of the segments, in bytes.
    private(set) var usedCapacity = 0
    var capacity: Int
    private(set) var nextSequence: UInt64 = 1
    var isClosed = false
    var sleepers: [any JournalSleeper] = []
    var holders: [any JournalHolder] = []

    init(capacity: Int) {
        self.capacity = capacity
    }

    private static var segmentCapacity: Range<Int> { 64 * 1_024..<256 * 1_024 }

    var oldest: UInt64 { segments.first?.firstSequence ?? nextSequence }

    // MARK: Writing

    /// Gives a record the next number, and keeps its frame; false if a holder doesn't let the room be made.
    mutating func append(_ record: RingRecord, wallTime: LogTime) -> Bool {
        let frame = RecordFrame(record, sequence: nextSequence, wallTime: wallTime)
        let sequence = nextSequence
        let isKept = append(length: frame.length) { segment in
            unsafe segment.append(
                length: frame.length, sequence: sequence, level: record.header.level, label: frame.label,
                origin: record.header.origin
            ) { unsafe frame.write(to: $0) }
        }
        if isKept { nextSequence += 1 }
        return isKept
    }

    /// Keeps a gap that uses up so many numbers; false if a holder doesn't let the room be made.
    mutating func appendOverflow(count: UInt64, time: LogTime) -> Bool {
        let first = nextSequence
        let gap = LogGap(first...(first + count - 1), reason: .overflow, time: time)
        var frame: [UInt8] = []
        FrameWriter.append(.gap(gap), to: &frame)
        let isKept = append(length: frame.count) { $0.append(gap: frame, sequence: first) }
        if isKept { nextSequence += count }
        return isKept
    }

    private mutating func append(length: Int, _ write: (JournalSegment) -> Bool) -> Bool {
        if let last = segments.last, write(last) { return true }
        guard beginSegment(forFrameOf: length), let last = segments.last else { return false }
        return write(last)
    }

    mutating func takeSleepers() -> [any JournalSleeper] {
        // Without this, each call while nobody sleeps would write to the array.
        guard !sleepers.isEmpty else { return [] }
        defer { sleepers = [] }
        return sleepers
    }

    // MARK: Room

    private mutating func beginSegment(forFrameOf length: Int) -> Bool {
        let regular = min(max(capacity / 32, Self.segmentCapacity.lowerBound), Self.segmentCapacity.upperBound)
        let size = max(JournalSegment.size(fitting: regular), JournalSegment.size(forFrameOf: length))
        guard mayDrop(toFit: size) else { return false }
        let spare = dropOldest(toFit: size)
        usedCapacity += size
        if let spare, spare.capacity == size {
            spare.reset(firstSequence: nextSequence)
            segments.append(spare)
        } else {
            segments.append(JournalSegment(capacity: size, firstSequence: nextSequence))
        }
        return true
    }

    /// Whether no holder still needs what would have to fall off.
    private func mayDrop(toFit size: Int) -> Bool {
        guard let held = holders.lazy.compactMap(\.heldSequence).min() else { return true }
        var used = usedCapacity
        for (index, segment) in segments.enumerated() {
            guard used + size > capacity else { return true }
            let end = index + 1 < segments.count ? segments[index + 1].firstSequence : nextSequence
            if end > held { return false }
            used -= segment.capacity
        }
        return true
    }

    /// Drops segments until so many bytes fit in.
    ///
    /// - Returns: A dropped segment that no reader holds, to be used again: its memory is already the process's.
    @discardableResult
    mutating func dropOldest(toFit size: Int) -> JournalSegment? {
        var spare: JournalSegment?
        while usedCapacity + size > capacity, !segments.isEmpty {
            var dropped = segments.removeFirst()
            usedCapacity -= dropped.capacity
            if isKnownUniquelyReferenced(&dropped) {
                spare = dropped
            }
        }
        return spare
    }

    // MARK: Reading

    func read(at cursor: UInt64) -> JournalReading {
        let missed = cursor < oldest ? cursor...(oldest - 1) : nil
        let position = max(cursor, oldest)
        // Readers are mostly near the end, so the search begins there.
        guard position < nextSequence, let index = segments.lastIndex(where: { $0.firstSequence <= position }) else {
            return JournalReading(missed: missed, slice: nil)
        }
        return JournalReading(missed: missed, slice: slice(of: index, from: position))
    }

    /// All that is held, a slice for each segment.
    var slices: [JournalSlice] {
        segments.indices.map { slice(of: $0, from: segments[$0].firstSequence) }
    }

    private func slice(of index: Int, from sequence: UInt64) -> JournalSlice {
        let next = index + 1 < segments.count ? segments[index + 1].firstSequence : nextSequence
        return JournalSlice(segments[index], from: sequence, next: next)
    }
}
