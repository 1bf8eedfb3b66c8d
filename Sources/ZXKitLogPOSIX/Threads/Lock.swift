#if THREAD_SANITIZER

    /// The lock of all our modules; see the other declaration. Thread sanitizer can't see into `Mutex` and reports races
    /// that are none, but it knows `pthread_mutex`.
    @safe
    package struct Lock<State: ~Copyable>: ~Copyable, @unchecked Sendable {
        // Sendable: `state` is touched only between lock and unlock.
        private let mutex = RawMutex()
        private let state: UnsafeMutablePointer<State>

        package init(_ initial: consuming sending State) {
            unsafe state = .allocate(capacity: 1)
            unsafe state.initialize(to: initial)
        }

        deinit {
            unsafe state.deinitialize(count: 1)
            unsafe state.deallocate()
        }

        package borrowing func withLock<Result: ~Copyable, Failure: Error>(
            _ body: (inout sending State) throws(Failure) -> sending Result
        ) throws(Failure) -> sending Result {
            mutex.lock()
            defer { mutex.unlock() }
            return try unsafe body(&state.pointee)
        }
    }

#else

    package import Synchronization

    /// The lock of all our modules: a value that only one thread at a time can touch.
    ///
    /// Not recursive, and not for signal handlers. Never hold it across I/O.
    package struct Lock<State: ~Copyable>: ~Copyable, Sendable {
        @usableFromInline let mutex: Mutex<State>

        @inlinable
        package init(_ initial: consuming sending State) {
            mutex = Mutex(initial)
        }

        /// Runs `body` while no other thread runs one on this lock; waits for that as long as it takes.
        @inlinable
        package borrowing func withLock<Result: ~Copyable, Failure: Error>(
            _ body: (inout sending State) throws(Failure) -> sending Result
        ) throws(Failure) -> sending Result {
            try mutex.withLock(body)
        }
    }

#endif
