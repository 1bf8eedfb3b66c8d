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
    /// The frame that is being made; kept for its memory.
    private var frame: [UInt8] = []

    init(capacity: Int) {
        self.capacity = capacity
    }

    static var segmentCapacity: Range<Int> { 64 * 1_024..<256 * 1_024 }

    var oldest: UInt64 { segments.first?.firstSequence ?? nextSequence }

    /// Gives a record the next number, and keeps its frame.
    mutating func append(_ record: LogRecord, origin: SinkOrigin) -> UInt64 {
        let sequence = nextSequence
        var record = record
        record.sequence = sequence
        let (level, label) = (record.level, record.label)
        frame.removeAll(keepingCapacity: true)
        FrameWriter.append(.record(record), to: &frame)
        if segments.last?.append(frame, level: level, label: label, origin: origin) != true {
            beginSegment(forFrameOf: frame.count)
            _ = segments.last?.append(frame, level: level, label: label, origin: origin)
        }
        nextSequence += 1
        return sequence
    }

    mutating func takeSleepers() -> [any JournalSleeper] {
        // Without this, each call while nobody sleeps would write to the array.
        guard !sleepers.isEmpty else { return [] }
        defer { sleepers = [] }
        return sleepers
    }

    private mutating func beginSegment(forFrameOf length: Int) {
        let regular = min(max(capacity / 32, Self.segmentCapacity.lowerBound), Self.segmentCapacity.upperBound)
        let size = max(JournalSegment.size(fitting: regular), JournalSegment.size(forFrameOf: length))
        let spare = dropOldest(toFit: size)
        usedCapacity += size
        if let spare, spare.capacity == size {
            spare.reset(firstSequence: nextSequence)
            segments.append(spare)
        } else {
            segments.append(JournalSegment(capacity: size, firstSequence: nextSequence))
        }
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

    func read(at cursor: UInt64) -> JournalReading {
        let missed = cursor < oldest ? cursor...(oldest - 1) : nil
        let position = max(cursor, oldest)
        guard position < nextSequence, let segment = segment(holding: position) else {
            return JournalReading(missed: missed, slice: nil)
        }
        return JournalReading(missed: missed, slice: JournalSlice(segment, from: position))
    }

    /// Readers are mostly near the end, so the search begins there.
    private func segment(holding sequence: UInt64) -> JournalSegment? {
        segments.last { $0.firstSequence <= sequence }
    }
}
