import CZXKitSupport
import Glibc

/// Waits for many descriptors at once: `epoll` (7), level-triggered.
///
/// Descriptors may be added, changed and removed from any thread, also while another waits.
package struct Poller: ~Copyable, Sendable {
    private let descriptor: UnsharedDescriptor

    package init() throws(SystemCallError) {
        descriptor = try UnsharedDescriptor { () throws(SystemCallError) in
            try systemCall("epoll_create1") { epoll_create1(Int32(EPOLL_CLOEXEC)) }
        }
    }

    /// Watches a descriptor from now on; its events carry `token`.
    ///
    /// A hang-up and an error are told whatever the interest, an empty one too.
    package borrowing func add(_ file: Int32, interest: PollInterest, token: UInt64) throws(SystemCallError) {
        try control(EPOLL_CTL_ADD, file, interest, token)
    }

    /// Changes what a watched descriptor is watched for, and its token.
    package borrowing func modify(_ file: Int32, interest: PollInterest, token: UInt64) throws(SystemCallError) {
        try control(EPOLL_CTL_MOD, file, interest, token)
    }

    /// Stops watching. Do it before the descriptor is closed: a forked child's copy would keep its events coming.
    package borrowing func remove(_ file: Int32) throws(SystemCallError) {
        try control(EPOLL_CTL_DEL, file, [], 0)
    }

    /// Waits until something happens, at most `timeout` (nil: without limit), in steps of a millisecond.
    ///
    /// - Returns: at most 64 events, in no particular order; none when the time is over.
    package borrowing func wait(timeout: Duration?) throws(SystemCallError) -> [PollEvent] {
        let deadline = Deadline(after: timeout)
        var events = unsafe [epoll_event](repeating: epoll_event(), count: Self.eventsAtOnce)
        while true {
            // The kernel fills at most the array's count of events, and says how many.
            let count = ForkGate.paused {
                unsafe epoll_wait(
                    descriptor.rawValue, &events, Int32(Self.eventsAtOnce), deadline.remainingMilliseconds)
            }
            if count > 0 { return unsafe events.prefix(Int(count)).map(PollEvent.init) }
            if count == 0 {
                if deadline.hasPassed { return [] }
                continue
            }
            let number = errno
            if number != EINTR { throw SystemCallError(errno: number, call: "epoll_wait") }
        }
    }

    private static var eventsAtOnce: Int { 64 }

    private borrowing func control(
        _ operation: Int32, _ file: Int32, _ interest: PollInterest, _ token: UInt64
    ) throws(SystemCallError) {
        let poller = descriptor.rawValue
        var event = unsafe epoll_event(events: interest.systemEvents, data: epoll_data_t(u64: token))
        // The kernel copies the event before the call returns.
        try systemCall("epoll_ctl") { unsafe epoll_ctl(poller, operation, file, &event) }
    }
}
