public import ZXKitLogCore

/// What a system and its sinks are doing, at the moment it was asked for.
///
/// Printed, it is a few lines for people: `print(system.status)`.
public struct LogSystemStatus: Sendable {
    /// The identity of this run: 16 lower-case hexadecimal digits.
    public var boot: String
    /// The oldest sequence number that the journal holds.
    public var oldest: UInt64
    /// The next sequence number to be given; equal to `oldest` when nothing is held.
    public var next: UInt64
    /// The memory of the journal, in bytes: its segments, and the labels of those that are filled.
    public var journalBytes: Int
    /// The most memory that the journal may take, in bytes; a single record that is larger is held nevertheless.
    public var journalCapacity: Int
    /// The buffers between the threads that log and the journal.
    public var buffers: BufferStatus
    /// What is captured: the least that any sink wants, or any viewer that watches or did a minute ago.
    public var captured: LogLevels
    /// The sinks but for broadcasts, in the order in which they were given.
    public var sinks: [SinkStatus]
    /// The broadcasts, in the order in which they were given.
    public var broadcasts: [BroadcastStatus]
}

/// What the buffers are doing into which threads write their records.
public struct BufferStatus: Sendable {
    /// How many threads have a buffer of their own.
    public var count: Int
    /// The size of each buffer, in bytes.
    public var capacity: Int
    /// The memory of all buffers, in bytes: those in use, those kept for threads to come, and the one that is shared.
    public var bytes: Int
    /// The most memory that all buffers may take, in bytes.
    public var byteLimit: Int
    /// How many threads share one buffer, as the limit left none for them.
    public var sharingThreads: Int
    /// How many records were dropped so far for want of room in a buffer. Sinks and viewers are told each as a gap.
    public var dropped: UInt64
    /// The memory of texts too large for a buffer that are on their way to the journal, in bytes.
    public var largeTextBytes: Int
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
    /// Whether it has been at work on what it was last handed for more than a second, as with a console that nobody reads.
    public var isStandingStill: Bool
    /// How many times it failed so far, each attempt counted.
    public var failedAttempts: UInt64
    /// Why it fails now, or `nil` while it works.
    public var failure: String?
    /// The last attempt that failed, kept when the sink works again; `nil` if none ever did.
    public var lastFailure: Failure?

    /// An attempt that failed.
    public struct Failure: Sendable, Hashable {
        /// Why it failed.
        public var reason: String
        /// When that was.
        public var time: LogTime
    }
}
