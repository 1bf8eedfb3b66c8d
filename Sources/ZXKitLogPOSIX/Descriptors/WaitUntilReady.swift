import Glibc

/// Waits for one descriptor with `poll` (2), for callers that have no poll loop; true when it is ready or broken.
func waitUntilReady(
    _ descriptor: Int32, for interest: PollInterest, timeout: Duration?
) throws(SystemCallError) -> Bool {
    let deadline = Deadline(after: timeout)
    var events: Int32 = 0
    if interest.contains(.readable) { events |= POLLIN }
    if interest.contains(.writable) { events |= POLLOUT }
    while true {
        var entry = pollfd(fd: descriptor, events: Int16(truncatingIfNeeded: events), revents: 0)
        // One entry, this function's own, for the length of the call.
        let ready = ForkGate.paused { unsafe poll(&entry, 1, deadline.remainingMilliseconds) }
        if ready > 0 { return true }
        if ready == 0 {
            if deadline.hasPassed { return false }
            continue
        }
        let number = errno
        if number != EINTR { throw SystemCallError(errno: number, call: "poll") }
    }
}
