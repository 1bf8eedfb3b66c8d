import CZXKitSupport

/// A lock for what a forked child goes on using: no fork comes while it is held, so in the child it is free, and what it
/// guards is whole.
///
/// All of them are one lock, for which every fork waits. So hold it for moments only, never inside another, never across
/// I/O, and let go of objects outside: what ends with them may take it too.
@safe
package struct ForkSafeLock<State: ~Copyable>: ~Copyable, @unchecked Sendable {
    // Sendable: `state` is touched only between lock and unlock.
    private let state: UnsafeMutablePointer<State>

    package init(_ initial: consuming sending State) {
        unsafe state = .allocate(capacity: 1)
        unsafe state.initialize(to: initial)
    }

    deinit {
        unsafe state.deinitialize(count: 1)
        unsafe state.deallocate()
    }

    /// Runs `body` while no other thread runs one, and none forks.
    package borrowing func withLock<Result: ~Copyable, Failure: Error>(
        _ body: (inout sending State) throws(Failure) -> sending Result
    ) throws(Failure) -> sending Result {
        zxkit_fork_lock()
        defer { zxkit_fork_unlock() }
        return try unsafe body(&state.pointee)
    }
}
