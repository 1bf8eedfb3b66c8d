internal import Synchronization

/// A ring of bytes between one thread that logs and the collector: one writer, one reader, no lock.
///
/// Positions only rise, and are taken modulo the capacity to index the memory; the writer owns what lies between head and
/// tail on its side, the reader what lies on the other. The writer publishes a record with one release store of the head,
/// and the reader gives room back with one release store of the tail.
@safe
final class ProducerRing: @unchecked Sendable {
    // Sendable: each side touches its own part of the memory through `writer` or `reader` alone, and of the other's only
    // what is atomic. Memory is freed with the object, which both sides hold.

    private let memory: UnsafeMutableRawPointer
    private let sides: UnsafeMutablePointer<RingSides>
    private let ended = Atomic(false)

    /// - Parameter capacity: A power of two, in bytes.
    init(capacity: Int) {
        unsafe memory = .allocate(byteCount: capacity, alignment: RecordHeader.alignment)
        unsafe sides = .allocate(capacity: 1)
        unsafe sides.initialize(to: RingSides(memory: memory, capacity: UInt(capacity)))
    }

    deinit {
        unsafe sides.deinitialize(count: 1)
        unsafe sides.deallocate()
        unsafe memory.deallocate()
    }

    /// The writing side, for the ring's thread alone.
    var writer: RingWriter { unsafe RingWriter(sides) }

    /// The reading side, for the collector alone, but for the count of dropped records, which anybody may read.
    var reader: RingReader { unsafe RingReader(sides) }

    /// Says that its thread will write no more.
    func end() {
        ended.store(true, ordering: .releasing)
    }

    /// Whether its thread has ended; what it wrote before may still be there.
    var hasEnded: Bool { ended.load(ordering: .acquiring) }

    /// Makes it another thread's.
    func reuse() {
        ended.store(false, ordering: .releasing)
    }
}

/// The two sides of a ring, in memory of their own: state that is reached through a pointer costs no reference count and
/// no exclusivity check.
@safe
struct RingSides: ~Copyable {
    let memory: UnsafeMutableRawPointer
    let capacity: UInt

    // The writer's.

    /// Where the next record begins.
    var writePosition: UInt = 0
    /// A tail that was seen: there is at least the room that it leaves.
    var knownTail: UInt = 0
    /// The bytes that are skipped at the memory's end before the record being written.
    var skipped: UInt = 0
    /// Up to where records are published.
    let head = Atomic<UInt>(0)
    /// How many records found no room.
    let dropped = Atomic<UInt64>(0)

    // The writer's line of the cache and the reader's must be two, or each store of the one stalls the other.
    private let distance = InlineArray<128, UInt8>(repeating: 0)

    // The reader's.

    var readPosition: UInt = 0
    var toldDrops: UInt64 = 0
    /// Up to where the reader has given room back.
    let tail = Atomic<UInt>(0)

    init(memory: UnsafeMutableRawPointer, capacity: UInt) {
        unsafe self.memory = memory
        self.capacity = capacity
    }
}
