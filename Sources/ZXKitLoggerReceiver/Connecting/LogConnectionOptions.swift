public import ZXKitLogCore

extension LogConnection {
    /// Where a stream begins.
    public enum Start: Hashable, Sendable {
        /// With the next record that is logged.
        case now
        /// With the oldest record that the app still holds.
        case oldest
        /// With the last so many records that match; 0 is `now`.
        case last(Int)
    }

    /// What a ``LogConnection`` asks of the app, and how it behaves.
    public struct Options: Sendable {
        /// The lowest level wanted. The app may grant less, and says so in its hello.
        public var level: LogLevel

        /// The labels wanted, each with everything below it (`a` is also `a.b`); none means all.
        public var labels: [String]

        /// Where the first connection begins; later ones resume where it ended.
        public var start: Start

        /// How often app and viewer give a sign of life: 1 to 60 whole seconds (others are brought into that range).
        /// After three times as long and a second without one, the connection counts as dead.
        public var heartbeat: Duration

        /// Who is watching, for the app's status, at most 64 bytes; nil is user and host, or the program's name.
        public var name: String?

        /// How many bytes may wait for the consumer before reading stops; at least 64 KiB.
        public var bufferLimit: Int

        /// Whether a connection that is cut or refused is tried again, for ever; if not, it ends.
        public var reconnects: Bool

        /// Options, each with its default.
        ///
        /// - Parameters:
        ///   - level: The lowest level wanted.
        ///   - labels: The labels wanted; none means all.
        ///   - start: Where the first connection begins.
        ///   - heartbeat: How often app and viewer give a sign of life.
        ///   - name: Who is watching.
        ///   - bufferLimit: How many bytes may wait for the consumer.
        ///   - reconnects: Whether a connection is tried again.
        public init(
            level: LogLevel = .info, labels: [String] = [], start: Start = .oldest, heartbeat: Duration = .seconds(5),
            name: String? = nil, bufferLimit: Int = 4 << 20, reconnects: Bool = true
        ) {
            self.level = level
            self.labels = labels
            self.start = start
            self.heartbeat = heartbeat
            self.name = name
            self.bufferLimit = bufferLimit
            self.reconnects = reconnects
        }
    }
}
