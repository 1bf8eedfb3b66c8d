package import ZXKitDiscovery

/// The apps on the local network that can be watched, now and as they come and go.
///
/// ```swift
/// for await event in ServiceBrowser() {
///     switch event {
///     case .found(let service): print("\(service.name) on \(service.hostName), port \(service.port)")
///     case .changed(let service): print("\(service.name) is now at \(service.addresses)")
///     case .removed(let service): print("\(service.name) is gone")
///     case .unavailable(let reason): print("\(reason) - \(reason.remedy ?? "")")
///     case .available: print("browsing")
///     }
/// }
/// ```
///
/// Every iteration browses by itself, from its beginning on, and ends when its task is cancelled or its iterator is
/// dropped. It never ends by itself: while services can't be found it says why, and goes on when they can.
///
/// Events say what is new since the last one that was taken, so a slow consumer costs no memory and sees the newest
/// state; what came and went in between, it does not see. A service is listed while its address can be resolved, which
/// doesn't mean that the app still runs: a host that crashed stays listed for about two minutes. Only a connection
/// tells.
public struct ServiceBrowser: AsyncSequence, Sendable {
    /// Nothing ends an iteration but its consumer.
    public typealias Failure = Never

    /// What happened since the event before.
    public enum Event: Hashable, Sendable {
        /// An app is there. One that restarted is a new one: the old run is `removed`.
        case found(LogService)
        /// An app that was found has another address, port, name or text.
        case changed(LogService)
        /// An app has gone, or can't be resolved any more; the value is as it was last told.
        case removed(LogService)
        /// Services can't be found now. If the daemon went, what was found is removed; if it only doesn't answer, that
        /// stays and may be out of date. Browsing goes on by itself when it can.
        case unavailable(ReceiverError)
        /// Services can be found (again). Not said at the beginning if nothing was wrong.
        case available
    }

    private let discovery: @Sendable () -> any ServiceDiscovery

    /// A browser of the local network. Nothing happens until it is iterated.
    public init() {
        discovery = { AvahiDiscovery.shared }
    }

    /// A browser that looks for services elsewhere.
    package init(discovery: any ServiceDiscovery) {
        self.discovery = { discovery }
    }

    /// Begins to browse.
    ///
    /// - Returns: An iterator for one task.
    public func makeAsyncIterator() -> AsyncIterator {
        AsyncIterator(session: BrowserSession(discovery: discovery()))
    }

    /// One iteration of a ``ServiceBrowser``: browses as long as it lives. For one task at a time.
    public struct AsyncIterator: AsyncIteratorProtocol {
        private let session: BrowserSession
        private var difference = BrowserDifference()
        private var events: ArraySlice<Event> = []

        fileprivate init(session: BrowserSession) {
            self.session = session
        }

        /// Waits for the next event.
        ///
        /// - Returns: The event, or nil when the task was cancelled.
        public mutating func next() async -> Event? {
            await next(isolation: nil)
        }

        /// Waits for the next event.
        ///
        /// - Parameter actor: The actor that the caller runs on.
        /// - Returns: The event, or nil when the task was cancelled.
        public mutating func next(isolation actor: isolated (any Actor)?) async -> Event? {
            while !Task.isCancelled {
                if let event = events.popFirst() { return event }
                guard let snapshot = await session.nextSnapshot() else { break }
                events = difference.update(to: snapshot)[...]
            }
            session.end()
            return nil
        }
    }
}

@available(*, unavailable)
extension ServiceBrowser.AsyncIterator: Sendable {}
