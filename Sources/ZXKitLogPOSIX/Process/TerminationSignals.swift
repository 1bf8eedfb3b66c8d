import CZXKitSupport
import Glibc

/// SIGINT and SIGTERM as events instead of the end of the process. For programs: a library leaves signals to its app.
///
/// Claim them at the start of `main`, before there are other threads: threads inherit that they are blocked. So do child
/// processes, through exec too.
package struct TerminationSignals: ~Copyable, Sendable {
    package enum Signal: Sendable {
        /// SIGINT: Ctrl-C.
        case interrupt
        /// SIGTERM
        case terminate

        /// The signal's number; a shell reports the end by it as 128 + number.
        package var number: Int32 {
            switch self {
            case .interrupt: SIGINT
            case .terminate: SIGTERM
            }
        }
    }

    private let owned: OwnedDescriptor

    /// Blocks both signals in the calling thread and collects them here. They stay blocked when the value ends.
    package static func claim() throws(SystemCallError) -> TerminationSignals {
        var set = SignalSet.containing(SIGINT, SIGTERM)
        // The set is this frame's own; the kernel copies it in both calls.
        try threadCall("pthread_sigmask") { unsafe pthread_sigmask(SIG_BLOCK, &set, nil) }
        let flags = Int32(SFD_CLOEXEC | SFD_NONBLOCK)
        let descriptor = try systemCall("signalfd") { unsafe signalfd(-1, &set, flags) }
        return TerminationSignals(owned: OwnedDescriptor(owning: descriptor))
    }

    /// Readable when a signal has come: for a `Poller`, and then `next()`.
    package var descriptor: Int32 { owned.rawValue }

    /// The next signal that has come; nil if there is none.
    package borrowing func next() throws(SystemCallError) -> Signal? {
        var bytes: [UInt8] = []
        let size = MemoryLayout<signalfd_siginfo>.size
        guard try owned.read(appendingTo: &bytes, atMost: size) == .bytes(size) else { return nil }
        // ssi_signo is the first field, 32 bits in the machine's byte order (signalfd(2)).
        let number = unsafe bytes.span.bytes.unsafeLoad(fromByteOffset: 0, as: UInt32.self)
        return number == UInt32(SIGINT) ? .interrupt : .terminate
    }

    /// Waits for the next signal, at most `timeout` (nil: without limit). Blocks the calling thread.
    package borrowing func wait(timeout: Duration? = nil) throws(SystemCallError) -> Signal? {
        guard try waitUntilReady(descriptor, for: .readable, timeout: timeout) else { return nil }
        return try next()
    }
}
