import CZXKitSupport

/// Tells this process from its parent, if it was forked: threads, sockets and locks that were made under another number
/// are another process's.
package struct ForkGeneration: Hashable, Sendable {
    private let number: UInt32

    /// That of the calling process. Cheaper than asking for the process's id, which is a system call.
    package static var current: ForkGeneration { ForkGeneration(number: zxkit_fork_generation()) }

    /// Whether it is that of the calling process.
    package var isCurrent: Bool { self == .current }
}
