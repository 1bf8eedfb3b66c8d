/// Puts one thread to sleep until another wakes it.
///
/// An `unpark` that comes first is kept, once: the next `park` returns at once. What a thread did before `unpark` is seen
/// by the thread that `park` let go on.
package final class Parker: @unchecked Sendable {
    // Sendable: `isUnparked` is touched only under the mutex.
    private let mutex = RawMutex()
    private let condition = RawCondition()
    private var isUnparked = false

    package init() {}

    /// Sleeps until `unpark`, at most `timeout` on the monotonic clock (nil: without limit). One thread at a time.
    ///
    /// - Returns: whether it was unparked; false when the time was over.
    @discardableResult
    package func park(timeout: Duration? = nil) -> Bool {
        ForkGate.paused { wait(until: Deadline(after: timeout)) }
    }

    private func wait(until deadline: Deadline) -> Bool {
        mutex.lock()
        defer { mutex.unlock() }
        while !isUnparked, mutex.wait(on: condition, until: deadline) {}
        defer { isUnparked = false }
        return isUnparked
    }

    /// Lets the parked thread, or the next that parks, go on. From any thread; not from a signal handler.
    package func unpark() {
        mutex.lock()
        defer { mutex.unlock() }
        if isUnparked { return }
        isUnparked = true
        condition.signal()
    }
}
