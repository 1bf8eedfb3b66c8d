/// A reader for which the journal keeps what it hasn't read yet: a file sink, as long as it is healthy.
protocol JournalHolder: AnyObject, Sendable {
    /// The first number that it still needs, or `nil` while it has no right to hold anything back. Called under the
    /// journal's lock, which the reader must not hold anything of its own around.
    var heldSequence: UInt64? { get }
}
