import CZXKitSupport

/// Lets a fork come only while our threads are at rest, so that no child is left with a lock of the Swift runtime or of the
/// C library that a thread of ours held, and which nobody would ever free.
///
/// Every `SystemThread` works, but where it waits: in the calls of this module that block, and in `paused`.
package enum ForkGate {
    /// Runs what may block, or code of others. Other threads than ours may call it, for whom it does nothing.
    package static func paused<Result, Failure: Error>(_ body: () throws(Failure) -> Result) throws(Failure) -> Result {
        let worked = zxkit_fork_end_work()
        defer { if worked { zxkit_fork_begin_work() } }
        return try body()
    }

    /// Lets a fork come that waits. For threads that have much to do before they rest again.
    package static func pause() {
        paused {}
    }

    /// Runs work of ours inside code of others, or on a thread that isn't a `SystemThread`. It mustn't block.
    package static func working<Result, Failure: Error>(_ body: () throws(Failure) -> Result) throws(Failure) -> Result
    {
        let worked = zxkit_fork_begin_work()
        defer { if !worked { zxkit_fork_end_work() } }
        return try body()
    }
}
