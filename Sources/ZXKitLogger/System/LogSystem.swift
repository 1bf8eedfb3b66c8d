internal import ZXKitLogCore
internal import ZXKitLogPOSIX

/// A set of sinks, and the journal that feeds them.
///
/// ```swift
/// let system = try LogSystem(sinks: [
///     ConsoleSink(level: .info),
///     FileSink("/var/log/checkout/checkout.log"),
///     BroadcastSink(name: "checkout"),
/// ])
/// let log = system.logger("checkout.api")
/// log.info("listening on port \(port)")
/// await system.shutdown()
/// ```
///
/// Every sink has a thread of its own, made with the first record. A system that is dropped lets its sinks read what is
/// left, for one second at most, and ends their threads; loggers of it then log nowhere. All methods may be called from
/// any thread.
///
/// A process that ends normally (`exit`, a return from `main`) waits for the sinks of all its systems, for one second at
/// most; records that handlers of `atexit` log before that are delivered too. `_exit` and signals wait for nothing.
///
/// In a process that C code forked, all systems and loggers work on: the child's first record makes new threads, a new
/// journal and a new identity of the run (`boot`), and the sinks are opened again, on their own threads. A broadcast takes
/// a free port; one whose port was chosen finds that taken by the parent, says so, and tries again. The parent notices
/// nothing, and its viewers see its end although a child lives. A child that doesn't log costs nothing, and has none of
/// the sockets. Forks wait until our threads are at rest, mostly some milliseconds and at most a second.
public final class LogSystem: Sendable {
    /// How long a shutdown may take if nothing else is said.
    public static let defaultDeadline: Duration = .seconds(1)

    let engine: LogEngine

    /// Makes a system and opens its sinks.
    ///
    /// - Parameters:
    ///   - sinks: Where records go. Without any, nothing is wanted and calls cost next to nothing.
    ///   - options: Bounds and behaviour.
    /// - Throws: What kept a sink from opening, or which options contradict each other. Nothing is left running then.
    public convenience init(sinks: [any LogSink], options: LogSystemOptions = LogSystemOptions()) throws(LogError) {
        // From the beginning, as nothing can be logged before.
        let engine = LogEngine(options, capturing: .union(sinks.map { $0.levels.limited(to: $0.mostVerboseLevel) }))
        try engine.attach(sinks, options: options)
        self.init(engine: engine)
    }

    init(engine: LogEngine) {
        self.engine = engine
    }

    deinit {
        engine.beginShutdown(deadline: .after(Self.defaultDeadline))
    }

    /// Makes a logger.
    ///
    /// - Parameter label: Which part of the app logs: words with dots between them, for example `checkout.api`.
    /// - Returns: A logger of this system; loggers of one label are equal.
    public func logger(_ label: String) -> ZXLogger {
        ZXLogger(label: label, engine: engine)
    }

    /// What the system and its sinks are doing.
    public var status: LogSystemStatus { engine.status }
}
