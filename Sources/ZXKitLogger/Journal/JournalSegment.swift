internal import ZXKitLogCore

/// The memory of a piece of the journal: wire frames from its beginning upwards, and an entry for each from its end
/// downwards.
///
/// Frames are written once and never change, and a reader only touches those that were there when it looked, so it
/// needs no lock while it reads, decodes or sends.
@safe
final class JournalSegment: @unchecked Sendable {
    // Sendable: the journal alone writes, under its lock, and behind what any reader knows of; it makes the segment empty
    // only when no reader holds it. A reader gets its range of entries under that lock too, which orders it after their
    // writing.

    /// What is known of a frame without decoding it.
    struct Entry {
        var offset: UInt32
        var length: UInt32
        /// The frame's first sequence number, less that of the segment.
        var distance: UInt32
        /// The position of the frame's label in the segment's table, or `gap`.
        var label: UInt16
        var level: LogLevel
        /// The sink on whose own thread it was logged, or `SinkOrigin.none`.
        var origin: SinkOrigin

        /// Stands in place of a label in an entry whose frame is a gap.
        static let gap = UInt16.max

        /// Whether the frame is a gap, which concerns every reader.
        @inline(__always)
        var isGap: Bool { label == Self.gap }
    }

    /// The size of its memory, in bytes.
    let capacity: Int
    /// For the journal to write to.
    let memory: UnsafeMutableRawPointer
    /// The sequence number of the first entry. The journal changes it when it makes the segment empty.
    var firstSequence: UInt64

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

    // MARK: Reading

    /// The entry at an index below the count that the reader was given.
    @inline(__always)
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
        // The entry was read from this segment, which is alive during the call, and says where the frame was put.
        let bytes = unsafe UnsafeRawBufferPointer(start: memory + Int(entry.offset), count: Int(entry.length))
        return unsafe bytes.withMemoryRebound(to: UInt8.self) { unsafe body($0.span) }
    }

    /// Where the frames of a range of entries, which is not empty, lie one behind the other, with their lengths.
    func bytes(of range: Range<Int>) -> Range<Int> {
        let first = entry(at: range.lowerBound)
        let last = entry(at: range.upperBound - 1)
        return Int(first.offset)..<Int(last.offset) + Int(last.length)
    }

    /// Calls with bytes of frames, where they lie.
    func withBytes<Result, Failure: Error>(
        _ range: Range<Int>, _ body: (RawSpan) throws(Failure) -> Result
    ) throws(Failure) -> Result {
        // Frames are never changed once a reader knows of them, and the segment is alive during the call.
        let bytes = unsafe UnsafeRawBufferPointer(start: memory + range.lowerBound, count: range.count)
        return try unsafe body(bytes.bytes)
    }

    /// Appends bytes of frames.
    func appendBytes(_ range: Range<Int>, to output: inout [UInt8]) {
        unsafe output.append(contentsOf: UnsafeRawBufferPointer(start: memory + range.lowerBound, count: range.count))
    }

    /// Appends the frames of a range of entries, with their lengths.
    func appendFrames(of range: Range<Int>, to output: inout [UInt8]) {
        guard !range.isEmpty else { return }
        appendBytes(bytes(of: range), to: &output)
    }
}
