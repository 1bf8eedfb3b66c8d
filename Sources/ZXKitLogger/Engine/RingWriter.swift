internal import CZXKitSupport
internal import Synchronization

/// The writing side of a ring, for its one writer.
@safe
struct RingWriter {
    // Alive as long as the `ProducerRing`, which whoever has this holds.
    private let sides: RingSides

    init(_ sides: RingSides) {
        self.sides = sides
    }

    /// The largest record, so that one always fits into an empty ring, wherever its end is.
    @inline(__always)
    var largestRecord: Int { unsafe Int(sides.common.pointee.capacity / 2) }

    /// The memory in which the next record can be written, if that needs no look at the reader's progress; it goes up to
    /// the memory's end or to the oldest record, whichever is nearer, and isn't larger than the largest record or message.
    @inline(__always)
    var room: UnsafeMutableRawBufferPointer {
        let capacity = unsafe sides.common.pointee.capacity
        let position = unsafe sides.writer.pointee.position
        let index = position & (capacity &- 1)
        let free = unsafe sides.writer.pointee.knownTail &+ capacity &- position
        let size = unsafe min(capacity &- index, free, sides.common.pointee.largestRoom)
        return unsafe UnsafeMutableRawBufferPointer(
            start: sides.common.pointee.memory + Int(index), count: Int(bitPattern: size))
    }

    /// Room for a record of a size that is a multiple of the alignment and at most `largestRecord`; `nil` if there is none.
    @inline(__always)
    func reserve(_ size: Int) -> UnsafeMutableRawPointer? {
        let capacity = unsafe sides.common.pointee.capacity
        let position = unsafe sides.writer.pointee.position
        let index = position & (capacity &- 1)
        let untilEnd = capacity &- index
        let skipped = untilEnd < UInt(size) ? untilEnd : 0
        let end = position &+ skipped &+ UInt(size)
        if unsafe end &- sides.writer.pointee.knownTail > capacity {
            unsafe sides.writer.pointee.knownTail = sides.tail.pointee.load(ordering: .acquiring)
            guard unsafe end &- sides.writer.pointee.knownTail <= capacity else { return nil }
        }
        guard skipped > 0 else { return unsafe sides.common.pointee.memory + Int(index) }
        unsafe sides.writer.pointee.skipped = skipped
        markPadding(at: index, size: skipped)
        return unsafe sides.common.pointee.memory
    }

    private func markPadding(at index: UInt, size: UInt) {
        // The reader skips an end in which no header has room by itself.
        guard size >= UInt(MemoryLayout<RecordHeader>.size) else { return }
        let header = RecordHeader.padding(size: Int(size))
        unsafe (sides.common.pointee.memory + Int(index)).storeBytes(of: header, as: RecordHeader.self)
    }

    /// Publishes the record that was written where `room` or `reserve` said.
    ///
    /// - Returns: Whether the collector should look soon: the ring is more than half full, and with this record an eighth
    ///   fuller than when that was said before.
    @inline(__always)
    func commit(_ size: Int) -> Bool {
        let before = unsafe sides.writer.pointee.position
        let position = unsafe before &+ sides.writer.pointee.skipped &+ UInt(size)
        unsafe sides.writer.pointee.position = position
        unsafe sides.writer.pointee.skipped = 0
        unsafe sides.common.pointee.head.store(position, ordering: .releasing)
        let capacity = unsafe sides.common.pointee.capacity
        prefetch(behind: position, capacity)
        guard unsafe position &- sides.writer.pointee.knownTail > capacity / 2, position ^ before >= capacity / 8 else {
            return false
        }
        unsafe sides.writer.pointee.knownTail = sides.tail.pointee.load(ordering: .acquiring)
        return unsafe position &- sides.writer.pointee.knownTail > capacity / 2
    }

    /// Fetches the memory of a record to come: the collector's processor read it last, and to get it from there takes as
    /// long as a whole call.
    @inline(__always)
    private func prefetch(behind position: UInt, _ capacity: UInt) {
        let ahead = unsafe sides.common.pointee.memory + Int((position &+ Self.prefetchDistance) & (capacity &- 1))
        unsafe zxkit_prefetch_for_writing(ahead, ahead + Self.cacheLine)
    }

    private static var cacheLine: Int { 64 }
    /// Some records ahead.
    private static var prefetchDistance: UInt { 512 }

    /// Counts a record that found no room.
    func noteDropped() {
        // One thread alone writes the count.
        let count = unsafe sides.common.pointee.dropped.load(ordering: .relaxed)
        unsafe sides.common.pointee.dropped.store(count &+ 1, ordering: .releasing)
    }

    /// How many records found no room so far.
    @inline(__always)
    var droppedCount: UInt64 { unsafe sides.common.pointee.dropped.load(ordering: .relaxed) }
}
