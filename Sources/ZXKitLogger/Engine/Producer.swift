internal import ZXKitLogPOSIX

/// What a thread needs to write records: an area in which the texts of the open record are put together, and its rings.
///
/// There is one for each thread that logged, and it is reached through a thread-local word, without a lock, a reference
/// count or an exclusivity check on the way.
@safe
struct Producer: Equatable {
    // The pointer is used by its own thread alone, between the thread's first record and its end.
    private let state: UnsafeMutablePointer<ProducerState>

    /// The calling thread's, made if need be; `nil` in a thread that is just ending, or without memory.
    @inline(__always)
    static var current: Producer? {
        let word = ThreadLocalWord.producer
        if word > ProducerState.endedWord, let pointer = unsafe UnsafeMutablePointer<ProducerState>(bitPattern: word) {
            return unsafe Producer(state: pointer)
        }
        return word == ProducerState.endedWord ? nil : make()
    }

    /// The calling thread's if it is in the middle of a log call.
    @inline(__always)
    static var currentlyOpen: Producer? {
        let word = ThreadLocalWord.producer
        guard word > ProducerState.endedWord,
            let pointer = unsafe UnsafeMutablePointer<ProducerState>(bitPattern: word),
            unsafe pointer.pointee.open != 0
        else { return nil }
        return unsafe Producer(state: pointer)
    }

    static func == (left: Producer, right: Producer) -> Bool {
        unsafe left.state == right.state
    }

    private init(state: UnsafeMutablePointer<ProducerState>) {
        unsafe self.state = state
    }

    private static func make() -> Producer? {
        let pointer = UnsafeMutablePointer<ProducerState>.allocate(capacity: 1)
        unsafe pointer.initialize(to: ProducerState())
        ThreadLocalWord.producer = UInt(bitPattern: pointer)
        guard unsafe ThreadLocalWord.tellEndOfProducer(endProducer) else {
            unsafe endProducer(UnsafeMutableRawPointer(pointer))
            return nil
        }
        return unsafe Producer(state: pointer)
    }

    // MARK: The open record

    /// Opens a record; what `close` needs to go back to the record around it.
    func open(showsPrivate: Bool) -> ProducerState.Outer {
        unsafe state.pointee.open(showsPrivate: showsPrivate)
    }

    /// Closes the open record and forgets its texts.
    func close(_ outer: ProducerState.Outer) {
        unsafe state.pointee.close(outer)
    }

    /// The number of the open record, which no other of this thread ever has; 0 for none.
    @inline(__always)
    var openRecord: UInt64 { unsafe state.pointee.open }

    /// Whether a record, or one inside it, is open.
    @inline(__always)
    func isOpen(_ record: UInt64) -> Bool {
        unsafe state.pointee.open == record || state.pointee.enclosing.contains(record)
    }

    /// Whether private values are left in the open record.
    @inline(__always)
    var showsPrivate: Bool { unsafe state.pointee.showsPrivate }

    /// The kernel's id of this thread.
    @inline(__always)
    var thread: Int32 { unsafe state.pointee.thread }

    // MARK: The area

    /// Where the next text would begin.
    @inline(__always)
    var end: Int { unsafe state.pointee.used }

    /// Makes room at an offset and sets the end behind it.
    @inline(__always)
    func extend(to end: Int) -> UnsafeMutableRawPointer {
        unsafe state.pointee.extend(to: end)
    }

    /// Gives up everything from an offset on.
    func cut(to end: Int) {
        unsafe state.pointee.used = end
    }

    /// The bytes at an offset.
    @inline(__always)
    func bytes(at offset: Int) -> UnsafeMutableRawPointer {
        unsafe state.pointee.area + offset
    }

    // MARK: Rings and nested records

    /// This thread's ring of a system, or `nil` where it has to share one.
    @inline(__always)
    func ring(of registry: RingRegistry) -> ProducerRing? {
        unsafe state.pointee.ring(of: registry)
    }

    /// Keeps a nested record until the outermost one is in its ring: before those that were nested in it.
    func holdBack(_ outer: ProducerState.Outer, _ commit: @escaping () -> Void) {
        unsafe state.pointee.heldBack.insert(commit, at: outer.heldBackCount)
    }

    /// The records that were held back, if no record is open any more.
    func takeHeldBack() -> [() -> Void] {
        guard unsafe state.pointee.open == 0, unsafe !state.pointee.heldBack.isEmpty else { return [] }
        defer { unsafe state.pointee.heldBack = [] }
        return unsafe state.pointee.heldBack
    }
}

/// What a `Producer` points to.
@safe
struct ProducerState {
    /// Stands in the thread-local word of a thread whose producer has ended.
    static let endedWord: UInt = 1

    /// The record around the open one.
    struct Outer {
        let open: UInt64
        let showsPrivate: Bool
        let used: Int
        /// How many records were held back before this one.
        let heldBackCount: Int
    }

    private static let smallArea = 4 * 1_024
    private static let largeArea = 64 * 1_024

    var area = UnsafeMutableRawPointer.allocate(byteCount: smallArea, alignment: 8)
    private var areaCapacity = smallArea
    var used = 0
    private(set) var open: UInt64 = 0
    /// The records around the open one.
    private(set) var enclosing: [UInt64] = []
    private var lastOpened: UInt64 = 0
    private(set) var showsPrivate = false
    let thread = ProcessFacts.threadID
    var heldBack: [() -> Void] = []
    private var systemOfRing: UInt = 0
    private var ringOfSystem: ProducerRing?
    private var rings: [(registry: WeakRegistry, ring: ProducerRing)] = []

    mutating func open(showsPrivate: Bool) -> Outer {
        let outer = Outer(
            open: open, showsPrivate: self.showsPrivate, used: used, heldBackCount: heldBack.count)
        if open != 0 {
            enclosing.append(open)
        }
        lastOpened &+= 1
        open = lastOpened
        self.showsPrivate = showsPrivate
        return outer
    }

    mutating func close(_ outer: Outer) {
        open = outer.open
        if open != 0 {
            enclosing.removeLast()
        }
        showsPrivate = outer.showsPrivate
        used = outer.used
        if open == 0, areaCapacity > Self.largeArea {
            shrink()
        }
    }

    @inline(__always)
    mutating func extend(to end: Int) -> UnsafeMutableRawPointer {
        if end > areaCapacity {
            grow(to: end)
        }
        used = end
        return unsafe area
    }

    private mutating func grow(to end: Int) {
        let capacity = max(end, areaCapacity * 2)
        let larger = UnsafeMutableRawPointer.allocate(byteCount: capacity, alignment: 8)
        unsafe larger.copyMemory(from: area, byteCount: used)
        unsafe area.deallocate()
        unsafe area = larger
        areaCapacity = capacity
    }

    private mutating func shrink() {
        unsafe area.deallocate()
        unsafe area = .allocate(byteCount: Self.smallArea, alignment: 8)
        areaCapacity = Self.smallArea
    }

    // MARK: Rings

    @inline(__always)
    mutating func ring(of registry: RingRegistry) -> ProducerRing? {
        if systemOfRing == registry.number.value { return ringOfSystem }
        return findRing(of: registry)
    }

    private mutating func findRing(of registry: RingRegistry) -> ProducerRing? {
        rings.removeAll { $0.registry.value == nil }
        var ring = rings.first { $0.registry.value === registry }?.ring
        if ring == nil, let taken = registry.takeRing() {
            rings.append((WeakRegistry(value: registry), taken))
            ring = taken
        }
        // Where the bound is reached, each call asks again: a ring may have become free.
        systemOfRing = ring == nil ? 0 : registry.number.value
        ringOfSystem = ring
        return ring
    }

    /// Gives the thread's rings to others, and frees the area.
    mutating func end() {
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

/// Ends a thread's producer when the thread does. A record that is logged later still, by another thread-local
/// destructor, finds `endedWord` and takes the shared ring.
private func endProducer(_ pointer: UnsafeMutableRawPointer?) {
    guard let state = unsafe pointer?.assumingMemoryBound(to: ProducerState.self) else { return }
    ThreadLocalWord.producer = ProducerState.endedWord
    unsafe state.pointee.end()
    unsafe state.deinitialize(count: 1)
    unsafe state.deallocate()
}
