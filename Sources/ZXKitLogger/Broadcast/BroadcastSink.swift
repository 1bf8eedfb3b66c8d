package import ZXKitDiscovery
public import ZXKitLogCore

/// Lets people on the local network watch the log live, and finds them by itself: it is advertised as
/// `_zxkitlogger._tcp`, and viewers that browse for this type, such as `zxlog`, connect to it.
///
/// A viewer gets the recent past that the journal still holds, and then every record as it is logged. One that is too
/// slow is told what it missed, and costs nobody anything.
///
/// Adding this sink is the choice to be watched, by those whom `access` lets in: what is logged crosses the network
/// unencrypted. Values with `privacy: .private` never do.
///
/// ```swift
/// BroadcastSink(name: "checkout")
/// ```
///
/// Without an Avahi daemon it still listens, and says in one record why it can't be found and at which address it can be
/// watched meanwhile; it is advertised as soon as a daemon appears.
public struct BroadcastSink: LogSink {
    /// The plain name under which viewers find the app.
    public let name: String
    /// The TCP port to listen on; 0 takes a free one.
    public let port: UInt16
    /// The path of a Unix-domain socket to listen on instead of a port, or `nil`.
    public let socketPath: String?
    /// The mode of that socket's file: who may write to it may watch.
    public let socketMode: UInt16
    /// Who may watch.
    public let access: BroadcastAccess
    /// What is kept for viewers to come, whether somebody watches or not, when the system is made.
    public let levels: LogLevels
    /// The lowest level that a viewer may ask for.
    public let mostVerbose: LogLevel
    /// Whether viewers can find the app by browsing.
    public let isAdvertised: Bool
    /// The app's identity from run to run: 16 lower-case hexadecimal digits.
    public let id: String
    /// Whether a port that is taken makes the system's creation fail. Otherwise it is reported, and tried again.
    public let isRequired: Bool
    /// How many may watch.
    public let limits: BroadcastLimits

    let discovery: any ServiceDiscovery
    /// How long what a viewer wanted is captured after it left or wanted less.
    let levelHold: Duration

    /// Describes a broadcast. Nothing is opened before a system is made with it.
    ///
    /// - Parameters:
    ///   - name: The plain name under which viewers find the app.
    ///   - port: The TCP port to listen on; 0 takes a free one.
    ///   - access: Who may watch.
    ///   - levels: What is kept for viewers to come, whether somebody watches or not; nothing below `mostVerbose`.
    ///   - mostVerbose: The lowest level that a viewer may ask for. What only a viewer wants is captured
    ///     while that viewer watches, and for 60 s more, so that it misses nothing if it was cut off.
    ///   - isAdvertised: Whether viewers can find the app by browsing.
    ///   - id: The app's identity from run to run, 16 lower-case hexadecimal digits; `nil` makes it from the host, the
    ///     name and the executable's path.
    ///   - isRequired: Whether a port that is taken makes the system's creation fail.
    ///   - limits: How many may watch.
    public init(
        name: String, port: UInt16 = 0, access: BroadcastAccess = .localNetwork, levels: LogLevels = LogLevels(.info),
        mostVerbose: LogLevel = .debug, isAdvertised: Bool = true, id: String? = nil, isRequired: Bool = false,
        limits: BroadcastLimits = BroadcastLimits()
    ) {
        self.init(
            name: name, port: port, access: access, levels: levels, mostVerbose: mostVerbose,
            isAdvertised: isAdvertised, id: id,
            isRequired: isRequired, limits: limits, discovery: AvahiDiscovery.shared)
    }

    /// Describes a broadcast at a Unix-domain socket, for one machine, as between an app and its helper: who may watch is the
    /// business of the file's mode. It isn't advertised; `zxlog tail unix:PATH` watches it.
    ///
    /// - Parameters:
    ///   - name: The plain name that viewers are told.
    ///   - socketPath: Where to listen: at most 107 bytes. Its folder must exist. A socket that a process left there when it
    ///     died is replaced; the file is removed at the end.
    ///   - socketMode: The file's mode: 0600 lets this process's user watch.
    ///   - levels: What is kept for viewers to come, whether somebody watches or not; nothing below `mostVerbose`.
    ///   - mostVerbose: The lowest level that a viewer may ask for.
    ///   - isRequired: Whether a path that can't be had makes the system's creation fail.
    ///   - limits: How many may watch.
    public init(
        name: String, socketPath: String, socketMode: UInt16 = 0o600, levels: LogLevels = LogLevels(.info),
        mostVerbose: LogLevel = .debug, isRequired: Bool = false, limits: BroadcastLimits = BroadcastLimits()
    ) {
        self.init(
            name: name, socketPath: socketPath, socketMode: socketMode, access: .loopback, levels: levels,
            mostVerbose: mostVerbose, isAdvertised: false, isRequired: isRequired, limits: limits,
            discovery: AvahiDiscovery.shared)
    }

    package init(
        name: String, port: UInt16 = 0, socketPath: String? = nil, socketMode: UInt16 = 0o600,
        access: BroadcastAccess = .localNetwork, levels: LogLevels = LogLevels(.info),
        mostVerbose: LogLevel = .debug, isAdvertised: Bool = true, id: String? = nil, isRequired: Bool = false,
        limits: BroadcastLimits = BroadcastLimits(), discovery: any ServiceDiscovery,
        levelHold: Duration = .seconds(60)
    ) {
        self.name = name
        self.port = port
        self.socketPath = socketPath
        self.socketMode = socketMode
        self.access = access
        self.levels = levels.limited(to: mostVerbose)
        self.mostVerbose = mostVerbose
        self.isAdvertised = isAdvertised
        self.id = id ?? Identity.stableID(name: name)
        self.isRequired = isRequired
        self.limits = limits
        self.discovery = discovery
        self.levelHold = levelHold
    }

    /// Who may watch, in words.
    var audience: String {
        guard socketPath != nil else { return access.summary }
        return "those whom the file's mode \(String(socketMode, radix: 8)) lets in"
    }

    /// Whether others than this machine's users may watch.
    public var sendsOffMachine: Bool { access != .loopback }

    /// Begins to listen.
    ///
    /// - Returns: How the system delivers records.
    /// - Throws: An identity that is none; with `isRequired`, a port that is taken.
    public func open() throws -> LogDelivery {
        .journal(try BroadcastServer(self))
    }
}

/// How many may watch one broadcast, so that no crowd of peers can hurt the app.
public struct BroadcastLimits: Sendable, Hashable {
    /// The most viewers at once. The default is 64.
    public var viewers = 64
    /// The most connections that haven't said yet what they want. The default is 16.
    public var unfinishedHellos = 16
    /// The most connections from one address. The default is 8.
    public var perAddress = 8

    /// The defaults.
    public init() {}
}
