internal import Synchronization

/// A ring of bytes between one thread that logs and the collector: one writer, one reader, no lock.
///
/// Positions only rise, and are taken modulo the capacity to index the memory; the writer owns what lies between head and
/// tail on its side, the reader what lies on the other. The writer publishes a record with one release store of the head,
/// and the reader gives room back with one release store of the tail.
@safe
final class ProducerRing: @unchecked Sendable {
    // Sendable: the positions that both sides touch are atomic; `writer` is touched by the writing thread alone and
    // `reader` by the collector alone. Memory is freed with the object, which both sides hold.

    /// The writing side's own state.
    private struct Writer {
        /// Where the next record begins.
        var position: UInt = 0
        /// A tail that was seen: there is at least the room that it leaves.
        var knownTail: UInt = 0
        /// The bytes that are skipped at the memory's end before the record being written.
        var skipped: UInt = 0
    }

    /// The reading side's own state.
    private struct Reader {
        var position: UInt = 0
        var toldDrops: UInt64 = 0
    }

    let capacity: Int
    private let mask: UInt
    private let memory: UnsafeMutableRawPointer
    private let writer: UnsafeMutablePointer<Writer>
    private let reader: UnsafeMutablePointer<Reader>
    private let head: Atomic<UInt>
    private let dropped = Atomic<UInt64>(0)
    // The writer's line of the cache and the reader's must be two, or each store of the one stalls the other.
    private let distance = InlineArray<128, UInt8>(repeating: 0)
    private let tail: Atomic<UInt>
    private let ended = Atomic(false)

    /// - Parameter capacity: A power of two, in bytes.
    init(capacity: Int) {
        self.capacity = capacity
        mask = UInt(capacity - 1)
        unsafe memory = .allocate(byteCount: capacity, alignment: RecordHeader.alignment)
        unsafe writer = .allocate(capacity: 1)
        unsafe writer.initialize(to: Writer())
        unsafe reader = .allocate(capacity: 1)
        unsafe reader.initialize(to: Reader())
        head = Atomic(0)
        tail = Atomic(0)
    }

    deinit {
        unsafe memory.deallocate()
        unsafe writer.deallocate()
        unsafe reader.deallocate()
    }

    /// The largest record, so that one always fits into an empty ring, wherever its end is.
    var largestRecord: Int { capacity / 2 }

    // MARK: Writing

    /// Room for a record of a size that is a multiple of the alignment and at most `largestRecord`; `nil` if there is none.
    @inline(__always)
    func reserve(_ size: Int) -> UnsafeMutableRawPointer? {
        let position = unsafe writer.pointee.position
        let untilEnd = UInt(capacity) - (position & mask)
        let skipped = untilEnd < UInt(size) ? untilEnd : 0
        let end = position &+ skipped &+ UInt(size)
        if unsafe end &- writer.pointee.knownTail > UInt(capacity) {
            unsafe writer.pointee.knownTail = tail.load(ordering: .acquiring)
            guard unsafe end &- writer.pointee.knownTail <= UInt(capacity) else { return nil }
        }
        unsafe writer.pointee.skipped = skipped
        if skipped >= UInt(MemoryLayout<RecordHeader>.size) {
            markPadding(at: position, size: skipped)
        }
        return unsafe memory + Int((position &+ skipped) & mask)
    }

    private func markPadding(at position: UInt, size: UInt) {
        let header = RecordHeader.padding(size: Int(size))
        unsafe (memory + Int(position & mask)).storeBytes(of: header, as: RecordHeader.self)
    }

    /// Publishes the record that was written where `reserve` said.
    ///
    /// - Returns: Whether the ring is now more than half full, as far as the writer knows.
    @inline(__always)
    func commit(_ size: Int) -> Bool {
        unsafe writer.pointee.position &+= writer.pointee.skipped &+ UInt(size)
        let position = unsafe writer.pointee.position
        head.store(position, ordering: .releasing)
        guard unsafe position &- writer.pointee.knownTail > UInt(capacity / 2) else { return false }
        unsafe writer.pointee.knownTail = tail.load(ordering: .acquiring)
        return unsafe position &- writer.pointee.knownTail > UInt(capacity / 2)
    }

    /// Counts a record that found no room.
    func noteDropped() {
        // One thread alone writes the count.
        dropped.store(dropped.load(ordering: .relaxed) &+ 1, ordering: .releasing)
    }

    /// How many records found no room so far.
    var droppedCount: UInt64 { dropped.load(ordering: .acquiring) }

    /// Says that its thread will write no more.
    func end() {
        ended.store(true, ordering: .releasing)
    }

    // MARK: Reading

    /// The position up to which records are published.
    var published: UInt { head.load(ordering: .acquiring) }

    /// Where the reader is.
    var readPosition: UInt { unsafe reader.pointee.position }

    /// How many records that found no room the reader has told of.
    var toldDrops: UInt64 {
        get { unsafe reader.pointee.toldDrops }
        set { unsafe reader.pointee.toldDrops = newValue }
    }

    /// The next record before a position that was published, or `nil` if there is none.
    @inline(__always)
    func next(before limit: UInt) -> UnsafeRawPointer? {
        while unsafe reader.pointee.position != limit {
            let index = unsafe Int(reader.pointee.position & mask)
            guard capacity - index >= MemoryLayout<RecordHeader>.size else {
                unsafe reader.pointee.position &+= UInt(capacity - index)
                continue
            }
            let record = unsafe UnsafeRawPointer(memory + index)
            let header = unsafe record.assumingMemoryBound(to: RecordHeader.self)
            guard unsafe header.pointee.content == .padding else { return unsafe record }
            unsafe reader.pointee.position &+= UInt(header.pointee.size)
        }
        return nil
    }

    /// Goes on behind the record that `next` gave.
    @inline(__always)
    func advance(by size: Int) {
        unsafe reader.pointee.position &+= UInt(size)
    }

    /// Gives the room of what was read back to the writer.
    func releaseRead() {
        tail.store(unsafe reader.pointee.position, ordering: .releasing)
    }

    /// Whether its thread has ended; what it wrote before may still be there.
    var hasEnded: Bool { ended.load(ordering: .acquiring) }

    /// Makes it another thread's.
    func reuse() {
        ended.store(false, ordering: .releasing)
    }
}

extension RecordHeader {
    fileprivate static func padding(size: Int) -> RecordHeader {
        RecordHeader(
            size: UInt32(size), content: .padding, level: .trace, origin: .none, time: 0, dropped: 0, labelLength: 0,
            messageLength: 0, metadataLength: 0, fileLength: 0, functionLength: 0, thread: 0, line: 0, originalSize: 0)
    }
}
