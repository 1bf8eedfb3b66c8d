import CZXKitSupport
import Glibc

/// A descriptor that no forked child keeps: a socket, whose peer is to see the end of this process, or what wakes one of
/// our threads. Closed once: when the value ends, by `close()`, or in a child by the fork.
///
/// Its calls may be made from any thread while the value lives.
package struct UnsharedDescriptor: ~Copyable, Sendable {
    /// The descriptor's number. It means this file only while the value lives, and in the process that made it.
    package let rawValue: Int32
    private let generation: ForkGeneration

    /// Makes a descriptor, and takes it over.
    ///
    /// - Parameter make: One system call that doesn't block: forks wait for it.
    /// - Throws: What `make` throws.
    package init(_ make: () throws(SystemCallError) -> Int32) throws(SystemCallError) {
        zxkit_fork_lock()
        defer { zxkit_fork_unlock() }
        rawValue = try make()
        generation = .current
        zxkit_fork_withhold(rawValue)
    }

    deinit {
        _ = Self.end(rawValue, generation)
    }

    /// Closes the descriptor and reports what the kernel says about it.
    package consuming func close() throws(SystemCallError) {
        let number = Self.end(rawValue, generation)
        discard self
        // On Linux the descriptor is gone even when close says EINTR (close(2)): calling again could hit another's.
        if number != 0, number != EINTR { throw SystemCallError(errno: number, call: "close") }
    }

    /// - Returns: The error number, or 0.
    private static func end(_ descriptor: Int32, _ generation: ForkGeneration) -> Int32 {
        // The fork has closed the child's copy, and the number may be another's.
        guard generation.isCurrent else { return 0 }
        zxkit_fork_lock()
        defer { zxkit_fork_unlock() }
        zxkit_fork_forget(descriptor)
        return Glibc.close(descriptor) == 0 ? 0 : errno
    }
}
