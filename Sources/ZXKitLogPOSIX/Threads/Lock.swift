/// The lock of all our modules: a value that only one thread at a time can touch.
///
/// Not recursive, and not for signal handlers. Never hold it across I/O.
///
/// It is a `pthread_mutex_t` and not the `Mutex` of `Synchronization`, which keeps the kernel's id of each thread as that of
/// the lock's owner. In a forked child the one thread has a new id but goes on using the old, and that `Mutex` ends the
/// process as soon as another thread has to wait for it. Thread sanitizer, too, knows this one and not the other.
@safe
package struct Lock<State: ~Copyable>: ~Copyable, @unchecked Sendable {
    // Sendable: `state` is touched only between lock and unlock.
    @usableFromInline let mutex: RawMutex
    @usableFromInline let state: UnsafeMutablePointer<State>

    @inlinable
    package init(_ initial: consuming sending State) {
        mutex = RawMutex()
        unsafe state = .allocate(capacity: 1)
        unsafe state.initialize(to: initial)
    }

    @inlinable
    deinit {
        unsafe state.deinitialize(count: 1)
        unsafe state.deallocate()
    }

    /// Runs `body` while no other thread runs one on this lock; waits for that as long as it takes.
    @inlinable
    package borrowing func withLock<Result: ~Copyable, Failure: Error>(
        _ body: (inout sending State) throws(Failure) -> sending Result
    ) throws(Failure) -> sending Result {
        mutex.lock()
        defer { mutex.unlock() }
        return try unsafe body(&state.pointee)
    }
}
