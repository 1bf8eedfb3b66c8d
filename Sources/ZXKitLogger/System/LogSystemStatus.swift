/// What a system and its sinks are doing, at the moment it was asked for.
public struct LogSystemStatus: Sendable {
    /// The identity of this run: 16 lower-case hexadecimal digits.
    public var boot: String
    /// The oldest sequence number that the journal holds.
    public var oldest: UInt64
    /// The next sequence number to be given; equal to `oldest` when nothing is held.
    public var next: UInt64
    /// The memory of the journal, in bytes.
    public var journalBytes: Int
    /// What is captured: the least that any sink wants, or any viewer that watches or did a minute ago.
    public var captured: LogLevels
    /// The sinks but for broadcasts, in the order in which they were given.
    public var sinks: [SinkStatus]
    /// The broadcasts, in the order in which they were given.
    public var broadcasts: [BroadcastStatus]
}

/// What one sink is doing.
public struct SinkStatus: Sendable {
    /// The sink's name.
    public var name: String
    /// The levels that it wants, for records to come.
    public var levels: LogLevels
    /// The sequence number it reads next.
    public var cursor: UInt64
    /// How many numbers it is behind.
    public var lag: UInt64
    /// How many numbers it missed because it was too slow. It was told each as a gap.
    public var missed: UInt64
    /// How many times it failed so far, each attempt counted.
    public var failedAttempts: UInt64
    /// Why it fails now, or `nil` while it works.
    public var failure: String?
}
