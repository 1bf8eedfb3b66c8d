/// A sign of life from an app, with how far this viewer has been served.
public struct LogHeartbeat: Hashable, Sendable {
    /// The app's wall clock.
    public var time: LogTime
    /// The app's monotonic clock in nanoseconds.
    public var monotonic: UInt64
    /// The next sequence number that the app's journal will give.
    public var next: UInt64
    /// Every matching record below this number has been sent or told as a gap.
    public var done: UInt64
    /// How many records were sent on this connection.
    public var sent: UInt64
    /// The token of the `ping` that this answers, or `nil`.
    public var token: String?

    /// Makes a heartbeat.
    public init(time: LogTime, monotonic: UInt64, next: UInt64, done: UInt64, sent: UInt64, token: String? = nil) {
        self.time = time
        self.monotonic = monotonic
        self.next = next
        self.done = done
        self.sent = sent
        self.token = token
    }
}
