internal import Synchronization
internal import ZXKitLogPOSIX

/// What a `Producer` points to.
@safe
struct ProducerState {
    /// Stands in the thread-local word of a thread whose producer has ended.
    static let endedWord: UInt = 1

    /// The record around a nested one.
    struct Outer {
        let open: UInt64
        let showsPrivate: Bool
        let used: Int
        /// How many records were held back before this one.
        let heldBackCount: Int
    }

    private static let smallArea = 4 * 1_024
    private static let largeArea = 64 * 1_024
    /// All texts of one record and of those nested in it: some messages and as much metadata as anybody would write.
    private static let largestArea = 16 * 1_024 * 1_024

    private(set) var area = UnsafeMutableRawPointer.allocate(byteCount: smallArea, alignment: 8)
    private var areaCapacity = smallArea
    private(set) var used = 0
    private(set) var open: UInt64 = 0
    private var lastOpened: UInt64 = 0
    private var lastOfBlock: UInt64 = 0
    private(set) var showsPrivate = false
    private(set) var thread = ProcessFacts.threadID
    private var systemOfRing: UInt = 0
    private var ringOfSystem: RingWriter?
    private var rings: [(registry: WeakRegistry, ring: ProducerRing)] = []
    /// The systems in which this thread shares a ring.
    private var sharing: [WeakRegistry] = []
    /// The records around the open one.
    private var enclosing: [Outer] = []
    var heldBack: [() -> Void] = []

    // MARK: Records

    @inline(__always)
    mutating func open(showsPrivate: Bool) {
        if open != 0 {
            enclose()
        }
        if lastOpened == lastOfBlock {
            takeNumbers()
        }
        lastOpened &+= 1
        open = lastOpened
        self.showsPrivate = showsPrivate
    }

    @inline(__always)
    mutating func close() {
        open = 0
        used = 0
        if areaCapacity > Self.largeArea {
            shrink()
        }
    }

    /// Takes a block of numbers that no other thread has or will have.
    @inline(never)
    private mutating func takeNumbers() {
        lastOfBlock = Self.numbers.add(Self.block, ordering: .relaxed).newValue
        lastOpened = lastOfBlock - Self.block
    }

    private static let block: UInt64 = 1 << 20
    private static let numbers = Atomic<UInt64>(0)

    @inline(never)
    private mutating func enclose() {
        enclosing.append(
            Outer(open: open, showsPrivate: showsPrivate, used: used, heldBackCount: heldBack.count))
    }

    /// Whether the open record is inside another.
    @inline(__always)
    var isNested: Bool { !enclosing.isEmpty }

    mutating func closeNested(_ commit: @escaping () -> Void) {
        let outer = enclosing.removeLast()
        open = outer.open
        showsPrivate = outer.showsPrivate
        used = outer.used
        heldBack.insert(commit, at: outer.heldBackCount)
    }

    func isOpen(_ record: UInt64) -> Bool {
        open == record || enclosing.contains { $0.open == record }
    }

    // MARK: Area

    /// What was left out of texts, by where they begin.
    private(set) var excess: [UInt32: Int] = [:]

    @inline(__always)
    mutating func quickRoom(at offset: Int, for count: Int) -> UnsafeMutableRawPointer? {
        let end = offset &+ count
        guard offset == used, end <= areaCapacity else { return nil }
        used = end
        return unsafe area + offset
    }

    mutating func room(at offset: Int, for count: Int) -> UnsafeMutableRawPointer? {
        let end = offset + count
        guard end <= areaCapacity || grow(to: end) else { return nil }
        used = end
        return unsafe area + offset
    }

    @inline(__always)
    mutating func cut(to end: Int) {
        used = end
    }

    private mutating func grow(to end: Int) -> Bool {
        guard end <= Self.largestArea else { return false }
        let capacity = max(end, areaCapacity * 2)
        let larger = UnsafeMutableRawPointer.allocate(byteCount: capacity, alignment: 8)
        unsafe larger.copyMemory(from: area, byteCount: used)
        unsafe area.deallocate()
        unsafe area = larger
        areaCapacity = capacity
        return true
    }

    /// Notes bytes of a text that weren't kept: it or the area is at its bound then.
    mutating func addExcess(_ count: Int, ofTextAt start: UInt32) {
        excess[start, default: 0] += count
    }

    @inline(never)
    private mutating func shrink() {
        excess = [:]
        unsafe area.deallocate()
        unsafe area = .allocate(byteCount: Self.smallArea, alignment: 8)
        areaCapacity = Self.smallArea
    }

    // MARK: Rings

    @inline(__always)
    mutating func ring(of registry: RingRegistry) -> RingWriter? {
        if systemOfRing == registry.number.value { return ringOfSystem }
        return findRing(of: registry)
    }

    /// Has the next record of a forked child look for its ring, and so find that there is none. The rings themselves are
    /// left to the parent.
    mutating func fork() {
        systemOfRing = 0
        thread = ProcessFacts.threadID
    }

    @inline(never)
    private mutating func findRing(of registry: RingRegistry) -> RingWriter? {
        guard registry.generation.isCurrent else { return nil }
        rings.removeAll { $0.registry.value == nil }
        sharing.removeAll { $0.value == nil }
        var ring = rings.first { $0.registry.value === registry }?.ring
        if ring == nil, let taken = registry.takeRing() {
            rings.append((WeakRegistry(value: registry), taken))
            ring = taken
        }
        noteSharing(ring == nil, in: registry)
        // Where the bound is reached, each call asks again: a ring may have become free.
        systemOfRing = ring == nil ? 0 : registry.number.value
        ringOfSystem = ring?.writer
        return ringOfSystem
    }

    private mutating func noteSharing(_ shares: Bool, in registry: RingRegistry) {
        let position = sharing.firstIndex { $0.value === registry }
        if shares, position == nil {
            sharing.append(WeakRegistry(value: registry))
            registry.beginSharing()
        } else if !shares, let position {
            sharing.remove(at: position)
            registry.endSharing()
        }
    }

    /// Gives the thread's rings to others, and frees the area.
    mutating func end() {
        sharing.forEach { $0.value?.endSharing() }
        rings.forEach { $0.ring.end() }
        rings = []
        ringOfSystem = nil
        unsafe area.deallocate()
    }
}

/// A system that may be gone: then its ring is of no use.
struct WeakRegistry {
    weak var value: RingRegistry?
}
