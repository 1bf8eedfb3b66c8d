internal import CZXKitSupport

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
        let word = zxkit_producer()
        if word > ProducerState.endedWord, let pointer = unsafe UnsafeMutablePointer<ProducerState>(bitPattern: word) {
            return unsafe Producer(state: pointer)
        }
        return word == ProducerState.endedWord ? nil : make()
    }

    /// The calling thread's if it is in the middle of a log call.
    @inline(__always)
    static var currentlyOpen: Producer? {
        let word = zxkit_producer()
        guard word > ProducerState.endedWord,
            let pointer = unsafe UnsafeMutablePointer<ProducerState>(bitPattern: word),
            unsafe pointer.pointee.open != 0
        else { return nil }
        return unsafe Producer(state: pointer)
    }

    @inline(__always)
    static func == (left: Producer, right: Producer) -> Bool {
        unsafe left.state == right.state
    }

    private init(state: UnsafeMutablePointer<ProducerState>) {
        unsafe self.state = state
    }

    @inline(never)
    private static func make() -> Producer? {
        let pointer = UnsafeMutablePointer<ProducerState>.allocate(capacity: 1)
        unsafe pointer.initialize(to: ProducerState())
        zxkit_set_producer(UInt(bitPattern: pointer))
        unsafe zxkit_fork_tell_producer(forkProducer)
        guard unsafe zxkit_tell_end_of_producer(UnsafeMutableRawPointer(pointer), endProducer) == 0 else {
            unsafe endProducer(UnsafeMutableRawPointer(pointer))
            return nil
        }
        return unsafe Producer(state: pointer)
    }

    // MARK: The open record

    /// Opens a record, perhaps inside another.
    @inline(__always)
    func open(showsPrivate: Bool) {
        unsafe state.pointee.open(showsPrivate: showsPrivate)
    }

    /// Whether the open record is inside another.
    @inline(__always)
    var isNested: Bool { unsafe state.pointee.isNested }

    /// Closes the only open record and forgets its texts.
    @inline(__always)
    func close() {
        unsafe state.pointee.close()
    }

    /// Closes a nested record and forgets its texts.
    ///
    /// - Parameter commit: Writes it; kept until the outermost record is in its ring, before those that were nested in it.
    func closeNested(_ commit: @escaping () -> Void) {
        unsafe state.pointee.closeNested(commit)
    }

    /// The number of the open record, which no other ever has; 0 for none.
    @inline(__always)
    var openRecord: UInt64 { unsafe state.pointee.open }

    /// Whether a record, or one inside it, is open.
    @inline(__always)
    func isOpen(_ record: UInt64) -> Bool {
        unsafe state.pointee.isOpen(record)
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

    /// Room at the end of the area, if it is at an offset and there is some.
    @inline(__always)
    func quickRoom(at offset: Int, for count: Int) -> UnsafeMutableRawPointer? {
        unsafe state.pointee.quickRoom(at: offset, for: count)
    }

    /// Makes room for a text at an offset and sets the end behind it.
    ///
    /// - Returns: Where the text goes, or `nil` if the area would grow beyond its bound.
    func room(at offset: Int, for count: Int) -> UnsafeMutableRawPointer? {
        unsafe state.pointee.room(at: offset, for: count)
    }

    /// Gives up everything from an offset on.
    @inline(__always)
    func cut(to end: Int) {
        unsafe state.pointee.cut(to: end)
    }

    /// The bytes at an offset.
    @inline(__always)
    func bytes(at offset: Int) -> UnsafeMutableRawPointer {
        unsafe state.pointee.area + offset
    }

    /// Notes bytes that were left out of a text.
    func addExcess(_ count: Int, ofTextAt start: UInt32) {
        unsafe state.pointee.addExcess(count, ofTextAt: start)
    }

    /// How many bytes were left out of a text.
    func excess(ofTextAt start: UInt32) -> Int {
        unsafe state.pointee.excess[start] ?? 0
    }

    // MARK: Rings and nested records

    /// This thread's ring of a system, or `nil` where it has to share one.
    @inline(__always)
    func ring(of registry: RingRegistry) -> RingWriter? {
        unsafe state.pointee.ring(of: registry)
    }

    /// Whether records are held back.
    @inline(__always)
    var holdsBack: Bool { unsafe !state.pointee.heldBack.isEmpty }

    /// The records that were held back; they are the caller's now.
    func takeHeldBack() -> [() -> Void] {
        defer { unsafe state.pointee.heldBack = [] }
        return unsafe state.pointee.heldBack
    }
}

/// Called in a forked child, in the one thread that it has.
private func forkProducer(_ pointer: UnsafeMutableRawPointer?) {
    unsafe pointer?.assumingMemoryBound(to: ProducerState.self).pointee.fork()
}

/// Ends a thread's producer when the thread does. A record that is logged later still, by another thread-local
/// destructor, finds `endedWord` and takes the shared ring.
private func endProducer(_ pointer: UnsafeMutableRawPointer?) {
    guard let state = unsafe pointer?.assumingMemoryBound(to: ProducerState.self) else { return }
    zxkit_set_producer(ProducerState.endedWord)
    unsafe state.pointee.end()
    unsafe state.deinitialize(count: 1)
    unsafe state.deallocate()
}
