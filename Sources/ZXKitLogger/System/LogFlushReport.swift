/// What was left undone when a flush or a shutdown ended.
public struct LogFlushReport: Sendable, Hashable {
    /// Per sink that didn't get everything in time, by name, how many records it lacks.
    public var leftovers: [String: UInt64]

    /// Whether every sink has everything.
    public var isComplete: Bool { leftovers.isEmpty }
}
