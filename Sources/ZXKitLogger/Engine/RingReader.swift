internal import Synchronization

/// The reading side of a ring, for the collector.
@safe
struct RingReader {
    // Alive as long as the `ProducerRing`, which whoever has this holds.
    private let sides: RingSides

    init(_ sides: RingSides) {
        self.sides = sides
    }

    /// The position up to which records are published.
    var published: UInt { unsafe sides.common.pointee.head.load(ordering: .acquiring) }

    /// How many records found no room so far.
    var droppedCount: UInt64 { unsafe sides.common.pointee.dropped.load(ordering: .acquiring) }

    /// How many of them were told of.
    var toldDrops: UInt64 {
        get { unsafe sides.reader.pointee.toldDrops }
        nonmutating set { unsafe sides.reader.pointee.toldDrops = newValue }
    }

    /// Whether there is anything to take over or to tell.
    var hasWork: Bool {
        unsafe published != sides.reader.pointee.position || droppedCount != toldDrops
    }

    /// The next record before a position that was published, or `nil` if there is none.
    @inline(__always)
    func next(before limit: UInt) -> UnsafePointer<RecordHeader>? {
        let capacity = unsafe sides.common.pointee.capacity
        while unsafe sides.reader.pointee.position != limit {
            let index = unsafe sides.reader.pointee.position & (capacity &- 1)
            guard capacity &- index >= UInt(MemoryLayout<RecordHeader>.size) else {
                unsafe sides.reader.pointee.position &+= capacity &- index
                continue
            }
            let memory = unsafe UnsafeRawPointer(sides.common.pointee.memory + Int(index))
            let header = unsafe memory.assumingMemoryBound(to: RecordHeader.self)
            guard unsafe header.pointee.content == .padding else { return unsafe header }
            unsafe sides.reader.pointee.position &+= UInt(header.pointee.size)
        }
        return nil
    }

    /// Goes on behind the record that `next` gave.
    @inline(__always)
    func advance(by size: UInt32) {
        unsafe sides.reader.pointee.position &+= UInt(size)
    }

    /// Gives the room of what was read back to the writer.
    func releaseRead() {
        unsafe sides.tail.pointee.store(sides.reader.pointee.position, ordering: .releasing)
    }
}
