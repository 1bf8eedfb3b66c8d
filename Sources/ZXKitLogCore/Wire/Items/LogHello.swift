/// The first item of every stream: which app this is, what it holds, and what this viewer was granted.
public struct LogHello: Hashable, Sendable {
    /// The protocol's version, 1.
    public var version: Int
    /// The app's identity from run to run: 16 lower-case hexadecimal digits.
    public var id: String
    /// The identity of this run: 16 lower-case hexadecimal digits. Sequence numbers count within it.
    public var boot: String
    /// The plain name the app gave.
    public var name: String
    /// The app's host name.
    public var host: String
    /// The app's process id.
    public var processID: Int
    /// The app's wall clock when it said hello.
    public var time: LogTime
    /// The app's monotonic clock in nanoseconds when it said hello.
    public var monotonic: UInt64
    /// The oldest sequence number that is held.
    public var oldest: UInt64
    /// The next sequence number to be given; equal to `oldest` when nothing is held.
    public var next: UInt64
    /// The first sequence number that this viewer's filter covers.
    public var start: UInt64
    /// The lowest level granted; it may be higher than what was asked for.
    public var level: LogLevel
    /// The labels of the filter; empty for all.
    public var labels: [String]
    /// The length of the longest frame that may follow, in bytes.
    public var maxFrame: Int

    /// Makes a hello.
    public init(
        version: Int = 1, id: String, boot: String, name: String, host: String, processID: Int, time: LogTime,
        monotonic: UInt64, oldest: UInt64, next: UInt64, start: UInt64, level: LogLevel, labels: [String],
        maxFrame: Int
    ) {
        self.version = version
        self.id = id
        self.boot = boot
        self.name = name
        self.host = host
        self.processID = processID
        self.time = time
        self.monotonic = monotonic
        self.oldest = oldest
        self.next = next
        self.start = start
        self.level = level
        self.labels = labels
        self.maxFrame = maxFrame
    }
}
