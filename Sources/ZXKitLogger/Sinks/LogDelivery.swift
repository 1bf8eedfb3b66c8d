/// How a system delivers records to one of its sinks.
public struct LogDelivery: ~Copyable {
    enum Route {
        case batches(BatchWriter)
        case journal(any JournalService)
    }

    let route: Route

    private init(_ route: Route) {
        self.route = route
    }

    /// Delivers batches of records and gaps to a closure.
    ///
    /// - Parameter write: Called on the sink's own thread, with one batch after the other, each with all that follows
    ///   what the last one held. It may block. When it throws, the sink counts as failing, and the same batch comes
    ///   again after a while, first 0.1 s and at most 8 s later: so part of a batch may be seen twice.
    /// - Returns: The delivery.
    public static func batches(_ write: sending @escaping (LogBatch) throws -> Void) -> LogDelivery {
        LogDelivery(.batches(BatchWriter(write)))
    }

    /// Hands the journal itself to a service that keeps its own cursors.
    static func journal(_ service: any JournalService) -> LogDelivery {
        LogDelivery(.journal(service))
    }
}

/// A sink of ours that reads the journal itself, with as many cursors as it likes.
protocol JournalService: Sendable {
    /// Begins to read; called once.
    func start(in context: SinkContext)

    /// Reads what was logged until the context's deadline at most, and ends. Returns at once.
    func finish()

    /// Waits until it has ended or the moment has passed, and says how many records were left unread.
    func waitUntilFinished(until deadline: Moment) -> UInt64

    /// What it is doing.
    var status: BroadcastStatus { get }

    /// Whether it has nothing left to do.
    var hasEnded: Bool { get }

    /// One like it, for a forked child: it takes over nothing from this one, whose locks may be held for ever.
    func madeAgain() throws(LogError) -> any JournalService
}
