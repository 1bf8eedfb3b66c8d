internal import ZXKitLogCore

/// A place where records go: the door for sinks of your own.
///
/// A sink is a plain value that says what it wants, and how to open what it writes to. The system gives each sink a
/// thread and a cursor of its own, so a slow or failing one changes nothing for the app or for other sinks: it may block
/// as long as it has to, and what falls out of the journal meanwhile it is told as a gap.
///
/// ```swift
/// struct CountingSink: LogSink {
///     let counter: Counter
///     var levels: LogLevels { LogLevels(.warning) }
///
///     func open() -> LogDelivery {
///         .batches { batch in
///             for item in batch {
///                 counter.add(item)
///             }
///         }
///     }
/// }
/// ```
public protocol LogSink: Sendable {
    /// What status and messages call the sink. The default is the type's name.
    var name: String { get }

    /// The levels that it wants. The default is `LogLevels(.trace)`: everything.
    ///
    /// They are read when the system is made; later `LogSystem.setLevels` changes them.
    var levels: LogLevels { get }

    /// Whether what it gets may leave this machine. A system that shows private values refuses such a sink. The default
    /// is `false`.
    var sendsOffMachine: Bool { get }

    /// Opens what the sink writes to, and says how records are to be delivered.
    ///
    /// Called once, while the system is being made and on the thread that makes it; an error here makes that fail. In a
    /// forked child it is called again, on the sink's own thread and until it succeeds: locks of the sink's that another
    /// thread held during the fork stay held there.
    ///
    /// - Returns: How the system delivers records.
    /// - Throws: Whatever keeps the sink from working at all.
    func open() throws -> LogDelivery
}

extension LogSink {
    /// The type's name.
    public var name: String { "\(Self.self)" }

    /// Everything.
    public var levels: LogLevels { LogLevels(.trace) }

    /// The sink keeps what it gets on this machine.
    public var sendsOffMachine: Bool { false }
}

extension LogSink {
    /// Whether the journal keeps for it what it hasn't got yet, as long as it is healthy: only a file, the durable copy,
    /// is worth that.
    var holdsJournal: Bool { self is FileSink }

    /// The lowest level that may ever be wanted for it.
    var mostVerboseLevel: LogLevel { (self as? BroadcastSink)?.mostVerbose ?? .trace }

    /// From which level on a log call returns only when the sink has the record; `nil` if none does.
    var flushLevel: LogLevel? { (self as? FileSink)?.flushOn }
}
