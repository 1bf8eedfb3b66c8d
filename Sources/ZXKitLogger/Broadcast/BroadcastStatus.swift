public import ZXKitLogCore

/// What one broadcast is doing.
public struct BroadcastStatus: Sendable {
    /// The plain name under which viewers find the app.
    public var name: String
    /// The port it listens on, or `nil` while it can't listen.
    public var port: UInt16?
    /// The addresses of this machine at which it can be reached, each with the port: `192.0.2.7:4242`.
    public var addresses: [String]
    /// Who may watch.
    public var access: BroadcastAccess
    /// What is kept for viewers to come.
    public var levels: LogLevels
    /// The lowest level that a viewer may ask for.
    public var mostVerbose: LogLevel
    /// Why it can't listen now, or `nil`.
    public var listenFailure: String?
    /// Whether viewers can find it by browsing.
    public var advertisement: Advertisement
    /// Those who watch now.
    public var viewers: [Viewer]
    /// How many were refused before they watched: by a bound, by the access rule, or for what they said or didn't say.
    public var refused: UInt64
    /// How many that watched were cut off: they gave no sign of life, broke the rules of the protocol, had to make room, or
    /// stood still within a record and kept too much memory taken. They may come back and go on.
    public var cutOff: UInt64

    /// Whether viewers can find the app by browsing.
    public enum Advertisement: Sendable, Hashable {
        /// It isn't asked for.
        case off
        /// It is under way.
        case starting
        /// It can be found, under this instance name.
        case advertised(name: String)
        /// It can't be found, for this reason; it is tried again by itself.
        case unavailable(reason: String)
    }

    /// One who watches.
    public struct Viewer: Sendable {
        /// The address it comes from.
        public var address: String
        /// What it calls itself, or its address.
        public var name: String
        /// The lowest level that it was granted.
        public var level: LogLevel
        /// The labels that it wants; empty for all.
        public var labels: [String]
        /// The number of the first record that it wasn't shown yet; less than the system's `next` while it is behind.
        public var cursor: UInt64
        /// How many records it was sent.
        public var sent: UInt64
        /// How many numbers it missed because it was too slow, each told as a gap.
        public var missed: UInt64
    }
}
