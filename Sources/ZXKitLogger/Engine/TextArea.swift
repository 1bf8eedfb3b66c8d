/// The memory in which a thread puts the texts of its open record together, and those of records nested in it.
///
/// That is the place in the ring where the record will stand, behind its header, so that most records are never copied;
/// memory of its own where the ring has no room or another record is in the way.
@safe
struct TextArea {
    private static let smallSize = 4 * 1_024
    private static let largeSize = 64 * 1_024
    /// All texts of one record and of those nested in it: some messages and as much metadata as anybody would write.
    private static let largestSize = 16 * 1_024 * 1_024

    /// Where texts are now.
    private(set) var memory: UnsafeMutableRawPointer
    /// As much of it as one message may fill; in a ring there isn't more.
    private var quickCapacity: Int
    /// Where the next text would begin.
    private(set) var used = 0
    /// Whether texts are in a ring.
    private(set) var isInRing = false
    private var own: UnsafeMutableRawPointer
    private var ownCapacity = smallSize
    /// What was left out of texts, by where they begin.
    private var excess: [UInt32: Int] = [:]

    init() {
        unsafe own = .allocate(byteCount: Self.smallSize, alignment: RecordHeader.alignment)
        unsafe memory = own
        quickCapacity = ownCapacity
    }

    func deallocate() {
        unsafe own.deallocate()
    }

    // MARK: The open record

    /// Begins a record at the end of a ring's records, if there is room for most, or else in its own memory.
    @inline(__always)
    mutating func begin(in ring: RingWriter?) {
        guard let room = unsafe ring?.room, room.count >= RecordHeader.usualRoom else { return }
        unsafe memory = room.baseAddress.unsafelyUnwrapped + MemoryLayout<RecordHeader>.size
        quickCapacity = room.count &- MemoryLayout<RecordHeader>.size
        isInRing = true
    }

    /// Forgets all texts.
    @inline(__always)
    mutating func clear() {
        used = 0
        if isInRing {
            useOwnMemory()
        } else if ownCapacity > Self.largeSize {
            shrink()
        }
    }

    /// Gives up everything from an offset on.
    @inline(__always)
    mutating func cut(to end: Int) {
        used = end
    }

    /// Gives up all texts that begin at an offset or behind it.
    mutating func forget(from start: Int) {
        used = start
        guard !excess.isEmpty else { return }
        excess = excess.filter { $0.key < start }
    }

    // MARK: Room

    private var capacity: Int { isInRing ? quickCapacity : ownCapacity }

    /// Room at the end, if that is at an offset and there is some in which no text is longer than a message may be.
    @inline(__always)
    mutating func quickRoom(at offset: Int, for count: Int) -> UnsafeMutableRawPointer? {
        let end = offset &+ count
        guard offset == used, end <= quickCapacity else { return nil }
        used = end
        return unsafe memory + offset
    }

    /// Makes room for a text at an offset and sets the end behind it.
    ///
    /// - Returns: Where the text goes, or `nil` if the area would grow beyond its bound.
    mutating func room(at offset: Int, for count: Int) -> UnsafeMutableRawPointer? {
        let end = offset + count
        guard end <= capacity || grow(to: end) else { return nil }
        used = end
        return unsafe memory + offset
    }

    private mutating func grow(to end: Int) -> Bool {
        guard end <= Self.largestSize else { return false }
        moveToOwnMemory(of: max(end, capacity * 2))
        return true
    }

    /// Takes the texts out of the ring, so that a record can be written where they are.
    @inline(never)
    mutating func leaveRing() {
        guard isInRing else { return }
        moveToOwnMemory(of: used)
    }

    private mutating func moveToOwnMemory(of size: Int) {
        let needsMore = size > ownCapacity
        let target = needsMore ? .allocate(byteCount: size, alignment: RecordHeader.alignment) : unsafe own
        unsafe target.copyMemory(from: memory, byteCount: used)
        if needsMore {
            unsafe own.deallocate()
            unsafe own = target
            ownCapacity = size
        }
        useOwnMemory()
    }

    @inline(never)
    private mutating func shrink() {
        excess = [:]
        unsafe own.deallocate()
        unsafe own = .allocate(byteCount: Self.smallSize, alignment: RecordHeader.alignment)
        ownCapacity = Self.smallSize
        useOwnMemory()
    }

    @inline(__always)
    private mutating func useOwnMemory() {
        unsafe memory = own
        quickCapacity = min(ownCapacity, RecordBounds.message)
        isInRing = false
    }

    // MARK: What was left out

    /// Notes bytes of a text that weren't kept: it or the area is at its bound then.
    mutating func addExcess(_ count: Int, ofTextAt start: UInt32) {
        excess[start, default: 0] += count
    }

    /// How many bytes were left out of a text.
    func excess(ofTextAt start: UInt32) -> Int {
        excess[start] ?? 0
    }
}
