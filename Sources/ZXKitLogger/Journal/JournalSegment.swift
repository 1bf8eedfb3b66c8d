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
        /// The position of the frame's label in `labels`.
        var label: UInt16
        var level: LogLevel
        /// The sink on whose own thread it was logged, or `SinkOrigin.none`.
        var origin: SinkOrigin
    }

    /// The size of its memory, in bytes.
    let capacity: Int
    private let memory: UnsafeMutableRawPointer
    private var usedBytes = 0

    /// The sequence number of the first entry; each further one has the next.
    private(set) var firstSequence: UInt64
    private(set) var entryCount = 0
    /// The labels in it, each once.
    private(set) var labels: [String] = []
    private var labelPositions: [String: UInt16] = [:]

    init(capacity: Int, firstSequence: UInt64) {
        self.capacity = capacity
        self.firstSequence = firstSequence
        unsafe memory = .allocate(byteCount: capacity, alignment: MemoryLayout<Entry>.alignment)
    }

    deinit {
        unsafe memory.deallocate()
    }

    /// How much memory a frame of this length takes.
    static func size(forFrameOf length: Int) -> Int {
        length + MemoryLayout<Entry>.stride
    }

    // MARK: Writing

    /// Makes the segment empty, for another part of the journal.
    func reset(firstSequence: UInt64) {
        self.firstSequence = firstSequence
        usedBytes = 0
        entryCount = 0
        labels = []
        labelPositions = [:]
    }

    /// Adds a frame; false if there is no room for it.
    func append(_ frame: [UInt8], level: LogLevel, label: String, origin: SinkOrigin) -> Bool {
        let entriesBegin = capacity - (entryCount + 1) * MemoryLayout<Entry>.stride
        guard usedBytes + frame.count <= entriesBegin else { return false }
        let entry = Entry(
            offset: UInt32(usedBytes), length: UInt32(frame.count), label: position(of: label), level: level,
            origin: origin)
        // Both ranges lie between what was written before and each other, by the check above.
        let room = unsafe UnsafeMutableRawBufferPointer(start: memory + usedBytes, count: frame.count)
        unsafe room.copyBytes(from: frame)
        unsafe (memory + entriesBegin).storeBytes(of: entry, as: Entry.self)
        usedBytes += frame.count
        entryCount += 1
        return true
    }

    private func position(of label: String) -> UInt16 {
        if let position = labelPositions[label] { return position }
        // Fewer than 65,536 frames fit into the largest segment, so the position does too.
        let position = UInt16(truncatingIfNeeded: labels.count)
        labels.append(label)
        labelPositions[label] = position
        return position
    }

    // MARK: Reading

    /// The entry at an index below the count that the reader was given.
    func entry(at index: Int) -> Entry {
        unsafe (memory + capacity - (index + 1) * MemoryLayout<Entry>.stride).load(as: Entry.self)
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
