import CZXKitSupport
import Glibc

/// Wakes a thread that waits in a `Poller`: an `eventfd` (2) to be watched for `.readable`.
package struct WakeEvent: ~Copyable, Sendable {
    private let owned: UnsharedDescriptor

    package init() throws(SystemCallError) {
        let flags = Int32(EFD_CLOEXEC | EFD_NONBLOCK)
        owned = try UnsharedDescriptor { () throws(SystemCallError) in
            try systemCall("eventfd") { eventfd(0, flags) }
        }
    }

    /// What the poller watches.
    package var descriptor: Int32 { owned.rawValue }

    /// Makes the descriptor readable until `drain()`. From any thread, and async-signal-safe: no allocation, no lock,
    /// `errno` kept.
    package borrowing func signal() {
        let kept = errno
        var one: UInt64 = 1
        // Eight bytes of this frame. EAGAIN means that the counter is full, and so the descriptor readable already.
        while unsafe write(owned.rawValue, &one, MemoryLayout<UInt64>.size) < 0, errno == EINTR {}
        errno = kept
    }

    /// Takes back all signals so far. Look for work after it, not before, or a signal between is lost.
    package borrowing func drain() {
        var count: UInt64 = 0
        while unsafe read(owned.rawValue, &count, MemoryLayout<UInt64>.size) < 0, errno == EINTR {}
    }
}
