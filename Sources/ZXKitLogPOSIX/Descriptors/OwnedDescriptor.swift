import Glibc

/// A file descriptor that is closed once: when the value ends, or by `close()`.
///
/// Its calls may be made from any thread while the value lives.
package struct OwnedDescriptor: ~Copyable, Sendable {
    /// The descriptor's number. It means this file only while the value lives.
    package let rawValue: Int32

    /// Takes over a descriptor; nobody else may close it from now on.
    package init(owning rawValue: Int32) {
        self.rawValue = rawValue
    }

    deinit {
        _ = Glibc.close(rawValue)
    }

    /// Closes the descriptor and reports what the kernel says about it (a full disk, on some file systems).
    package consuming func close() throws(SystemCallError) {
        let descriptor = rawValue
        discard self
        // On Linux the descriptor is gone even when close says EINTR (close(2)): calling again could hit another's.
        guard Glibc.close(descriptor) != 0 else { return }
        let number = errno
        if number != EINTR { throw SystemCallError(errno: number, call: "close") }
    }

    /// Opens a file, close-on-exec.
    ///
    /// - Parameters:
    ///   - path: as `open` (2) takes it.
    ///   - options: access mode and more.
    ///   - mode: the permissions of a file that is created, less the process's umask.
    /// - Returns: the open file.
    /// - Throws: what `open` says, with the path as its subject.
    package static func open(
        _ path: String, options: OpenOptions, mode: UInt32 = 0o644
    ) throws(SystemCallError) -> OwnedDescriptor {
        // A path with a NUL would be opened under a shorter name than the caller gave.
        guard !path.utf8.contains(0) else { throw SystemCallError(errno: EINVAL, call: "open", subject: path) }
        let descriptor = try systemCall("open", on: path) {
            unsafe Glibc.open(path, options.rawValue | O_CLOEXEC, mode)
        }
        return OwnedDescriptor(owning: descriptor)
    }

    /// Reads what is there, at most `limit` bytes, and appends it to `buffer`.
    package borrowing func read(
        appendingTo buffer: inout [UInt8], atMost limit: Int
    ) throws(SystemCallError) -> ReadResult {
        let descriptor = rawValue
        return try unsafe appendBytes(to: &buffer, atMost: limit, call: "read") { memory, count in
            ForkGate.paused { unsafe Glibc.read(descriptor, memory, count) }
        }
    }

    /// Writes once; perhaps fewer bytes than given are taken.
    ///
    /// Writing to a pipe without readers is `EPIPE`, and kills the process unless the calling thread blocks SIGPIPE:
    /// every `SystemThread` does.
    package borrowing func write(_ bytes: RawSpan) throws(SystemCallError) -> WriteResult {
        let descriptor = rawValue
        return try unsafe takeBytes(bytes, call: "write") { memory, count in
            ForkGate.paused { unsafe Glibc.write(descriptor, memory, count) }
        }
    }

    /// Waits until the file can be read or written without blocking, or has an error to tell.
    ///
    /// - Parameters:
    ///   - interest: what to wait for; with nothing, for an error or a hang-up alone.
    ///   - timeout: nil waits without limit.
    /// - Returns: false when the time is over.
    /// - Throws: what `poll` (2) says.
    package borrowing func wait(for interest: PollInterest, timeout: Duration?) throws(SystemCallError) -> Bool {
        try waitUntilReady(rawValue, for: interest, timeout: timeout)
    }
}
