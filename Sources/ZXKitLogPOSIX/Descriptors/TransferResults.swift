/// What a read brought.
package enum ReadResult: Equatable, Sendable {
    /// So many bytes, at least one, were appended.
    case bytes(Int)
    /// There will be no more: end of file, or the peer has shut its sending side.
    case endOfStream
    /// Nothing is there now; only from a non-blocking descriptor.
    case wouldBlock
}

/// What a write did.
package enum WriteResult: Equatable, Sendable {
    /// So many bytes were taken, perhaps fewer than offered.
    case bytes(Int)
    /// Nothing can be taken now; only from a non-blocking descriptor.
    case wouldBlock
}
