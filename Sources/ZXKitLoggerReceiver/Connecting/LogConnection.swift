package import ZXKitDiscovery
public import ZXKitLogCore

/// The records of one app, as they come, with everything that happens to the connection told in its place.
///
/// ```swift
/// let connection = LogConnection(host: "localhost", port: 40001, options: .init(level: .debug))
/// for await event in connection {
///     switch event {
///     case .record(let record): print(record.time, record.level, record.label, record.message)
///     case .gap(let gap): print("missing: \(gap.count.map(String.init) ?? "unknown"), \(gap.reason)")
///     case .state(.waiting(let reason, let delay)): print("\(reason); next try in \(delay)")
///     case .state, .hello, .heartbeat, .clock: break
///     }
/// }
/// ```
///
/// Every iteration is a connection of its own, with a thread of its own, until its task is cancelled or its iterator
/// dropped. When it is cut, it connects again (after 0.25 s, then twice as long each time,
/// 8 s at most) and resumes after the last record, so that none comes twice and none is missing without a gap that
/// says so. A connection to a ``LogService`` looks up the newest address before it tries again.
///
/// An app of the protocol's ancestors (``LogService/protocolVersion`` is nil) is read too. It tells little: its records have the
/// sequence 0 and the app's name for a label, nothing is known of gaps, and its hello has the version 0.
///
/// Between the thread and the consumer is a buffer bounded in bytes. While it is full nothing is read; the app then
/// drops what this viewer is too slow for, and tells it as a gap.
public struct LogConnection: AsyncSequence, Sendable {
    /// Trouble is an event, not an error that is thrown.
    public typealias Failure = Never

    /// Something that the app sent, or that happened to the connection.
    public enum Event: Sendable {
        /// The connection's state changed. The first event is always one.
        case state(State)
        /// A further hello in the middle of a stream: a new filter begins. The first one is in ``State/connected(_:)``.
        case hello(LogHello)
        /// A record.
        case record(LogRecord)
        /// Records that will not come, and why.
        case gap(LogGap)
        /// The app lives and has nothing (more) to say. Comes at least every ``Options/heartbeat``.
        case heartbeat(LogHeartbeat)
        /// The app's clock is known, or better than before. To put records of several apps in order, take the offset from
        /// their times.
        case clock(Clock)
    }

    /// Where a connection is in its life.
    public enum State: Sendable {
        /// Trying an address; the text is for people, for example `[fe80::1%2]:40001` or `unix:/run/app.sock`.
        case connecting(to: String)
        /// The app said hello; records follow. Its boot differs from the one before if the app was restarted.
        case connected(LogHello)
        /// Not connected, for this reason; the next try is at the latest after `retryIn`.
        case waiting(reason: ReceiverError, retryIn: Duration)
        /// Not connected and no more tries: the last event.
        case ended(reason: ReceiverError)
    }

    private let target: ConnectionTarget
    private let timing: ConnectionTiming
    private let discovery: @Sendable () -> any ServiceDiscovery

    /// What is asked of the app, and how the connection behaves.
    public let options: Options

    /// A connection to an app that a ``ServiceBrowser`` found.
    ///
    /// - Parameters:
    ///   - service: The app. Another one that answers at its address is refused.
    ///   - options: What to ask of it.
    public init(to service: LogService, options: Options = Options()) {
        self.init(.service(service), options: options)
    }

    /// A connection to an app whose address is known, with no discovery.
    ///
    /// - Parameters:
    ///   - host: An IP address (an IPv6 link-local one with its `%interface`), or a host name, which is looked up at
    ///     every try.
    ///   - port: The TCP port that the app listens on.
    ///   - options: What to ask of it.
    public init(host: String, port: UInt16, options: Options = Options()) {
        self.init(.host(host, port: port), options: options)
    }

    /// A connection to an app of this machine that listens at a path.
    ///
    /// - Parameters:
    ///   - socketPath: The path of its Unix-domain socket, at most 107 bytes.
    ///   - options: What to ask of it.
    public init(socketPath: String, options: Options = Options()) {
        self.init(.path(socketPath), options: options)
    }

    /// A connection with its surroundings given: what looks services up, and how long it waits for what.
    package init(
        _ target: ConnectionTarget, options: Options, timing: ConnectionTiming = ConnectionTiming(),
        discovery: @escaping @Sendable () -> any ServiceDiscovery = { AvahiDiscovery.shared }
    ) {
        self.target = target
        self.options = options
        self.timing = timing
        self.discovery = discovery
    }

    /// Begins to connect.
    ///
    /// - Returns: An iterator for one task.
    public func makeAsyncIterator() -> AsyncIterator {
        let plan = ConnectionPlan(target: target, options: options, timing: timing, discovery: discovery)
        return AsyncIterator(session: ConnectionSession(plan))
    }

    /// One iteration of a ``LogConnection``: connected as long as it lives. For one task at a time.
    public struct AsyncIterator: AsyncIteratorProtocol {
        private let session: ConnectionSession
        /// What was taken from the session and not returned yet, from `index` on.
        private var batch: [Event] = []
        private var index = 0

        fileprivate init(session: ConnectionSession) {
            self.session = session
        }

        /// Waits for the next event.
        ///
        /// - Returns: The event, or nil after ``State/ended(reason:)`` or when the task was cancelled.
        public mutating func next() async -> Event? {
            await next(isolation: nil)
        }

        /// Waits for the next event.
        ///
        /// - Parameter actor: The actor that the caller runs on.
        /// - Returns: The event, or nil after ``State/ended(reason:)`` or when the task was cancelled.
        public mutating func next(isolation actor: isolated (any Actor)?) async -> Event? {
            if index == batch.count {
                guard let next = await session.nextBatch() else { return nil }
                batch = next
                index = 0
            } else if Task.isCancelled {
                return nil
            }
            defer { index += 1 }
            return batch[index]
        }
    }
}

@available(*, unavailable)
extension LogConnection.AsyncIterator: Sendable {}
