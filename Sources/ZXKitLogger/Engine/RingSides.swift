internal import Synchronization

/// The state of a ring, in memory of its own: what is reached through a pointer costs no reference count and no exclusivity
/// check.
///
/// Each side's own part is a value of its own. To change a field is, in Swift, an access to the whole value that it is a
/// part of: were both sides parts of one, each change would meet the other side's accesses.
@safe
struct RingSides {
    /// What both sides read; the writer changes what is atomic.
    @safe
    struct Common: ~Copyable {
        let memory: UnsafeMutableRawPointer
        let capacity: UInt
        /// The bytes of the largest record, if no message is larger.
        let largestRoom: UInt
        /// Up to where records are published.
        let head = Atomic<UInt>(0)
        /// How many records found no room.
        let dropped = Atomic<UInt64>(0)

        init(memory: UnsafeMutableRawPointer, capacity: UInt) {
            unsafe self.memory = memory
            self.capacity = capacity
            largestRoom = min(capacity / 2, UInt(RecordBounds.message))
        }
    }

    /// What the writer alone touches.
    struct Writer {
        /// Where the next record begins.
        var position: UInt = 0
        /// A tail that was seen: there is at least the room that it leaves.
        var knownTail: UInt = 0
        /// The bytes that are skipped at the memory's end before the record being written; 0 when none is.
        var skipped: UInt = 0
    }

    /// What the reader alone touches.
    struct Reader {
        var position: UInt = 0
        var toldDrops: UInt64 = 0
    }

    private let block: UnsafeMutableRawPointer

    // The writer's line of the cache and the reader's must be two, or each store of the one stalls the other; and processors
    // fetch lines in pairs.
    private static var line: Int { 64 }
    private static var readersLine: Int { 2 * line }
    private static var writerOffset: Int { 40 }
    private static var readerOffset: Int { readersLine + 16 }
    private static var size: Int { readersLine + line }

    /// Makes the state of a ring that is empty. `deallocate` gives its memory back.
    init(allocatingFor memory: UnsafeMutableRawPointer, capacity: UInt) {
        unsafe block = .allocate(byteCount: Self.size, alignment: Self.line)
        unsafe common.initialize(to: Common(memory: memory, capacity: capacity))
        unsafe writer.initialize(to: Writer())
        unsafe tail.initialize(to: Atomic(0))
        unsafe reader.initialize(to: Reader())
    }

    func deallocate() {
        unsafe common.deinitialize(count: 1)
        unsafe tail.deinitialize(count: 1)
        unsafe block.deallocate()
    }

    // Each part was initialised at its offset, where there is room for it; `init` did it before anybody asks.

    @inline(__always)
    var common: UnsafeMutablePointer<Common> { unsafe block.assumingMemoryBound(to: Common.self) }

    @inline(__always)
    var writer: UnsafeMutablePointer<Writer> {
        unsafe (block + Self.writerOffset).assumingMemoryBound(to: Writer.self)
    }

    /// Up to where the reader has given room back.
    @inline(__always)
    var tail: UnsafeMutablePointer<Atomic<UInt>> {
        unsafe (block + Self.readersLine).assumingMemoryBound(to: Atomic<UInt>.self)
    }

    @inline(__always)
    var reader: UnsafeMutablePointer<Reader> {
        unsafe (block + Self.readerOffset).assumingMemoryBound(to: Reader.self)
    }
}
