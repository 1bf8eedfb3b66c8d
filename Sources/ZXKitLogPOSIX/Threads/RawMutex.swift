import Glibc

/// A `pthread_mutex_t` at an address of its own, as pthreads want it: for locks and condition variables.
@safe
@usableFromInline
struct RawMutex: ~Copyable, @unchecked Sendable {
    // Sendable: pthread_mutex_* may be called from any thread; the pointer never changes.
    private let pointer: UnsafeMutablePointer<pthread_mutex_t>

    @usableFromInline
    init() {
        unsafe pointer = .allocate(capacity: 1)
        unsafe pointer.initialize(to: pthread_mutex_t())
        // A mutex of the default kind needs no resources: glibc's init always succeeds (pthread_mutex_init(3)).
        unsafe pthread_mutex_init(pointer, nil)
    }

    @usableFromInline
    deinit {
        unsafe pthread_mutex_destroy(pointer)
        unsafe pointer.deallocate()
    }

    @usableFromInline
    func lock() {
        unsafe pthread_mutex_lock(pointer)
    }

    @usableFromInline
    func unlock() {
        unsafe pthread_mutex_unlock(pointer)
    }

    /// Waits on `condition`, with the mutex given up meanwhile. The caller holds the mutex.
    ///
    /// - Returns: false when `deadline` has passed.
    func wait(on condition: borrowing RawCondition, until deadline: Deadline) -> Bool {
        guard var time = deadline.absoluteTime else {
            unsafe pthread_cond_wait(condition.pointer, pointer)
            return true
        }
        return unsafe pthread_cond_timedwait(condition.pointer, pointer, &time) != ETIMEDOUT
    }
}

/// A `pthread_cond_t` on the monotonic clock, at an address of its own.
@safe
struct RawCondition: ~Copyable, @unchecked Sendable {
    // Sendable: pthread_cond_* may be called from any thread; the pointer never changes.
    fileprivate let pointer: UnsafeMutablePointer<pthread_cond_t>

    init() {
        unsafe pointer = .allocate(capacity: 1)
        unsafe pointer.initialize(to: pthread_cond_t())
        var attributes = pthread_condattr_t()
        unsafe pthread_condattr_init(&attributes)
        // The default, CLOCK_REALTIME, would stretch or cut waits whenever somebody sets the clock.
        unsafe pthread_condattr_setclock(&attributes, CLOCK_MONOTONIC)
        unsafe pthread_cond_init(pointer, &attributes)
        unsafe pthread_condattr_destroy(&attributes)
    }

    deinit {
        unsafe pthread_cond_destroy(pointer)
        unsafe pointer.deallocate()
    }

    func signal() {
        unsafe pthread_cond_signal(pointer)
    }
}
