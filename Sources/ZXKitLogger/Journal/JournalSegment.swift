internal import ZXKitLogCore

/// A piece of the journal: wire frames from its beginning upwards, and an entry for each from its end downwards.
///
/// Frames are written once and never change, and a reader only touches those that were there when it looked, so it
/// needs no lock while it reads, decodes or sends.
@safe
final class JournalSegment: @unchecked Sendable {
    // Sendable: `append` and `reset` are called by the journal alone, under its lock; `reset` only for a segment that no
    // reader holds. A reader gets its range of entries under that lock too, which orders it after their writing.

    /// What is known of a frame without decoding it.
    struct Entry {
        var offset: UInt32
        var length: UInt32
        /// The frame's first sequence number, less that of the segment.
        var distance: UInt32
        /// The position of the frame's label in `labels`, or `gap`.
        var label: UInt16
        var level: LogLevel
        /// The sink on whose own thread it was logged, or `SinkOrigin.none`.
        var origin: SinkOrigin

        /// Stands in place of a label in an entry whose frame is a gap.
        static let gap = UInt16.max

        /// Whether the frame is a gap, which concerns every reader.
        var isGap: Bool { label == Self.gap }
    }

    /// The size of its memory, in bytes.
    let capacity: Int
    private let memory: UnsafeMutableRawPointer
    private var usedBytes = 0

    /// The sequence number of the first entry.
    private(set) var firstSequence: UInt64
    private(set) var entryCount = 0
    private var labelTable = LabelTable()

    /// - Parameters:
    ///   - capacity: In bytes; one that `size(fitting:)` gave, as entries lie at aligned places from the end downwards.
    ///   - firstSequence: The sequence number of its first entry.
    init(capacity: Int, firstSequence: UInt64) {
        self.capacity = capacity
        self.firstSequence = firstSequence
        unsafe memory = .allocate(byteCount: capacity, alignment: MemoryLayout<Entry>.alignment)
    }

    deinit {
        unsafe memory.deallocate()
    }

    /// How large a segment has to be for a frame of this length.
    static func size(forFrameOf length: Int) -> Int {
        size(fitting: length + MemoryLayout<Entry>.stride)
    }

    /// The size of a segment with room for so many bytes.
    static func size(fitting bytes: Int) -> Int {
        let alignment = MemoryLayout<Entry>.alignment
        return (bytes + alignment - 1) / alignment * alignment
    }

    /// The labels in it, each once.
    var labels: [String] { labelTable.labels }

    // MARK: Writing

    /// Makes the segment empty, for another part of the journal.
    func reset(firstSequence: UInt64) {
        self.firstSequence = firstSequence
        usedBytes = 0
        entryCount = 0
        labelTable = LabelTable()
    }

    /// Adds a frame of a record, which `write` writes in exactly `length` bytes; false if there is no room for it.
    func append(
        length: Int, sequence: UInt64, level: LogLevel, label: UnsafeRawBufferPointer, origin: SinkOrigin,
        _ write: (UnsafeMutableRawPointer) -> Void
    ) -> Bool {
        guard let target = unsafe room(for: length, sequence) else { return false }
        unsafe write(target)
        let position = unsafe labelTable.position(of: label)
        addEntry(length: length, sequence: sequence, label: position, level: level, origin: origin)
        return true
    }

    /// Adds a frame that is a gap; false if there is no room for it.
    func append(gap frame: [UInt8], sequence: UInt64) -> Bool {
        guard let target = unsafe room(for: frame.count, sequence) else { return false }
        unsafe UnsafeMutableRawBufferPointer(start: target, count: frame.count).copyBytes(from: frame)
        addEntry(length: frame.count, sequence: sequence, label: Entry.gap, level: .critical, origin: .none)
        return true
    }

    /// Where a frame goes, if it and its entry fit between what was written from both ends.
    private func room(for length: Int, _ sequence: UInt64) -> UnsafeMutableRawPointer? {
        let entriesBegin = capacity - (entryCount + 1) * MemoryLayout<Entry>.stride
        let isNear = sequence - firstSequence <= UInt64(UInt32.max)
        // One label less than the number that stands for a gap.
        guard usedBytes + length <= entriesBegin, isNear, entryCount < Int(Entry.gap) else { return nil }
        return unsafe memory + usedBytes
    }

    private func addEntry(length: Int, sequence: UInt64, label: UInt16, level: LogLevel, origin: SinkOrigin) {
        let entry = Entry(
            offset: UInt32(usedBytes), length: UInt32(length), distance: UInt32(sequence - firstSequence),
            label: label, level: level, origin: origin)
        usedBytes += length
        entryCount += 1
        unsafe (memory + capacity - entryCount * MemoryLayout<Entry>.stride).storeBytes(of: entry, as: Entry.self)
    }

    // MARK: Reading

    /// The entry at an index below the count that the reader was given.
    func entry(at index: Int) -> Entry {
        unsafe (memory + capacity - (index + 1) * MemoryLayout<Entry>.stride).load(as: Entry.self)
    }

    /// The sequence number of an entry, or the first one of a gap.
    func sequence(at index: Int) -> UInt64 {
        firstSequence + UInt64(entry(at: index).distance)
    }

    /// Calls with the frame of an entry, with its length, where it lies.
    @inline(__always)
    func withFrame<Result>(of entry: Entry, _ body: (Span<UInt8>) -> Result) -> Result {
        // The entry was read from this segment, which is alive during the call, and says where `append` put its frame.
        let bytes = unsafe UnsafeRawBufferPointer(start: memory + Int(entry.offset), count: Int(entry.length))
        return unsafe bytes.withMemoryRebound(to: UInt8.self) { unsafe body($0.span) }
    }

    /// Appends the frames of a range of entries, which lie one behind the other, with their lengths.
    func appendFrames(of range: Range<Int>, to output: inout [UInt8]) {
        guard !range.isEmpty else { return }
        let first = entry(at: range.lowerBound)
        let last = entry(at: range.upperBound - 1)
        let byteCount = Int(last.offset - first.offset + last.length)
        unsafe output.append(
            contentsOf: UnsafeRawBufferPointer(start: memory + Int(first.offset), count: byteCount))
    }
}
