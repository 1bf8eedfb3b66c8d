import Glibc

/// The descriptors 0, 1 and 2, which the process shares with others: never closed here, never made non-blocking.
package enum StandardStream: Int32, Sendable {
    case input = 0
    case output = 1
    case error = 2

    /// The descriptor's number.
    package var descriptor: Int32 { rawValue }

    /// Whether a person sits at the other end.
    package var isTerminal: Bool { isatty(rawValue) == 1 }

    /// Reads what is there, at most `limit` bytes, and appends it to `buffer`; waits until there is something.
    ///
    /// - Returns: `.wouldBlock` only if somebody else made the stream non-blocking.
    package func read(appendingTo buffer: inout [UInt8], atMost limit: Int) throws(SystemCallError) -> ReadResult {
        try unsafe appendBytes(to: &buffer, atMost: limit, call: "read") { memory, count in
            ForkGate.paused { unsafe Glibc.read(rawValue, memory, count) }
        }
    }

    /// Writes once; perhaps fewer bytes than given are taken.
    ///
    /// A pipe without readers is `EPIPE`, from any thread: SIGPIPE is held back around the write, and nothing about the
    /// process's signal dispositions changes.
    ///
    /// - Returns: `.wouldBlock` only if somebody else made the stream non-blocking; see `wait(for:timeout:)`.
    package func write(_ bytes: RawSpan) throws(SystemCallError) -> WriteResult {
        let guardian = BrokenPipeSignal.heldBack()
        defer { guardian.release() }
        return try unsafe takeBytes(bytes, call: "write") { memory, count in
            ForkGate.paused { unsafe Glibc.write(rawValue, memory, count) }
        }
    }

    /// Waits until the stream can be read or written without blocking, or has an error to tell.
    ///
    /// A pipe that is writable takes 4,096 bytes (`PIPE_BUF`) at once; more may block.
    ///
    /// - Parameters:
    ///   - interest: what to wait for; with nothing, for an error or a hang-up alone.
    ///   - timeout: nil waits without limit.
    /// - Returns: false when the time is over.
    /// - Throws: what `poll` (2) says.
    package func wait(for interest: PollInterest, timeout: Duration?) throws(SystemCallError) -> Bool {
        try waitUntilReady(rawValue, for: interest, timeout: timeout)
    }
}
