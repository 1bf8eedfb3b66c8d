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
    private let sides: RingSides
    private let ended = Atomic(false)

    /// - Parameter capacity: A power of two, in bytes.
    init(capacity: Int) {
        unsafe memory = .allocate(byteCount: capacity, alignment: RecordHeader.alignment)
        unsafe sides = RingSides(allocatingFor: memory, capacity: UInt(capacity))
    }

    deinit {
        sides.deallocate()
        unsafe memory.deallocate()
    }

    /// The writing side, for the ring's thread alone.
    var writer: RingWriter { RingWriter(sides) }

    /// The reading side, for the collector alone.
    var reader: RingReader { RingReader(sides) }

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
