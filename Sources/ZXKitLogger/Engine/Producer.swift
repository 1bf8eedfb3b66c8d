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
        if let known { return known }
        return zxkit_producer() == ProducerState.endedWord ? nil : make()
    }

    /// The calling thread's if it has one.
    @inline(__always)
    static var known: Producer? {
        let word = zxkit_producer()
        guard word > ProducerState.endedWord, let pointer = unsafe UnsafeMutablePointer<ProducerState>(bitPattern: word)
        else { return nil }
        return unsafe Producer(state: pointer)
    }

    /// The calling thread's if it is in the middle of a log call.
    @inline(__always)
    static var currentlyOpen: Producer? {
        guard let producer = known, producer.openRecord != ProducerState.noRecord else { return nil }
        return producer
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
    func open(in registry: RingRegistry, showsPrivate: Bool) {
        unsafe state.pointee.open(in: registry, showsPrivate: showsPrivate)
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

    /// The number of the open record, which no other ever has; `ProducerState.noRecord` for none.
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

    // MARK: Its texts

    /// The texts of the open record and of those nested in it.
    @inline(__always)
    var area: TextArea {
        get { unsafe state.pointee.area }
        nonmutating _modify { yield unsafe &state.pointee.area }
    }

    // MARK: Rings and nested records

    /// The ring in which the open record has its texts, where nothing is in the way of that: no other record, no fork.
    @inline(__always)
    func ringAroundTexts(of registry: RingRegistry) -> RingWriter? {
        unsafe state.pointee.ringAroundTexts(of: registry)
    }

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
