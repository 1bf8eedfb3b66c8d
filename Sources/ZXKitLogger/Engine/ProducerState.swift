internal import Synchronization
internal import ZXKitLogPOSIX

/// What a `Producer` points to.
@safe
struct ProducerState {
    /// Stands in the thread-local word of a thread whose producer has ended.
    static let endedWord: UInt = 1

    /// The number that no record and no text has.
    static var noRecord: UInt64 { .max }

    /// The record around a nested one.
    struct Outer {
        let open: UInt64
        let showsPrivate: Bool
        let used: Int
        /// How many records were held back before this one.
        let heldBackCount: Int
    }

    var area = TextArea()
    private(set) var open = noRecord
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
    mutating func open(in registry: RingRegistry, showsPrivate: Bool) {
        if open != Self.noRecord {
            enclose()
        } else if systemOfRing == registry.number.value {
            area.begin(in: ringOfSystem)
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
        open = Self.noRecord
        area.clear()
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
        area.leaveRing()
        enclosing.append(
            Outer(open: open, showsPrivate: showsPrivate, used: area.used, heldBackCount: heldBack.count))
    }

    /// Whether the open record is inside another.
    @inline(__always)
    var isNested: Bool { !enclosing.isEmpty }

    mutating func closeNested(_ commit: @escaping () -> Void) {
        let outer = enclosing.removeLast()
        open = outer.open
        showsPrivate = outer.showsPrivate
        area.forget(from: outer.used)
        heldBack.insert(commit, at: outer.heldBackCount)
    }

    func isOpen(_ record: UInt64) -> Bool {
        open == record || enclosing.contains { $0.open == record }
    }

    // MARK: Rings

    /// The ring in which the open record has its texts.
    @inline(__always)
    func ringAroundTexts(of registry: RingRegistry) -> RingWriter? {
        guard area.isInRing else { return nil }
        assert(systemOfRing == registry.number.value, "a record is committed to the system that opened it")
        return ringOfSystem
    }

    @inline(__always)
    mutating func ring(of registry: RingRegistry) -> RingWriter? {
        if systemOfRing == registry.number.value { return ringOfSystem }
        return findRing(of: registry)
    }

    /// Has the next record of a forked child look for its ring, and so find that there is none. The rings themselves are
    /// left to the parent.
    mutating func fork() {
        area.leaveRing()
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
        area.deallocate()
    }
}

/// A system that may be gone: then its ring is of no use.
struct WeakRegistry {
    weak var value: RingRegistry?
}
