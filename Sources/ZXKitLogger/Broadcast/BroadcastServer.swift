internal import ZXKitLogCore
internal import ZXKitLogPOSIX

/// The part of a broadcast that other threads see: it starts the network thread, wakes and ends it, and knows its status.
final class BroadcastServer: Sendable {
    let sink: BroadcastSink
    let wakeEvent: WakeEvent
    let poller: Poller
    /// What the network thread takes over when it starts, so that the port is free again once it has ended.
    private let listeners: Lock<[Listener]>
    private let state: Lock<State>

    private struct State {
        var status: BroadcastStatus
        /// Those who watch, by the number of their connection.
        var reports: [UInt64: ViewerReport] = [:]
        /// Once it has been started.
        var levels: SinkLevels?
        var hasEnded = false
        var unread: UInt64 = 0
        var waiters: [Parker] = []
    }

    /// Listens, if that can be; a port that is taken is an error only for a broadcast that is required.
    convenience init(_ sink: BroadcastSink) throws(LogError) {
        try self.init(sink, isRequired: sink.isRequired)
    }

    private init(_ sink: BroadcastSink, isRequired: Bool) throws(LogError) {
        guard HexText.isLowerCase(sink.id, digits: 16) else {
            throw LogError(.invalidOption, reason: "a broadcast's id must be 16 lower-case hexadecimal digits")
        }
        guard !sink.name.isEmpty, !sink.name.utf8.contains(0) else {
            throw LogError(.invalidOption, reason: "a broadcast's name must not be empty, nor hold a NUL")
        }
        guard sink.socketPath.map({ SocketPath($0) != nil }) ?? true else {
            throw LogError(
                .invalidOption, reason: "the path of a socket has 1 to \(SocketPath.longest) bytes and no NUL")
        }
        self.sink = sink
        var status = BroadcastStatus(sink)
        do throws(SystemCallError) {
            wakeEvent = try WakeEvent()
            poller = try Poller()
        } catch {
            throw LogError(.cannotListen, errno: error.errno, reason: "broadcast \(sink.name): \(error)")
        }
        let opened: [Listener]
        do throws(SystemCallError) {
            opened = try Listener.open(for: sink)
        } catch {
            guard !isRequired else {
                throw LogError(.cannotListen, errno: error.errno, reason: "broadcast \(sink.name): \(error)")
            }
            opened = []
            status.listenFailure = "\(error)"
        }
        listeners = Lock(opened)
        status.setPlace(opened.first?.place)
        state = Lock(State(status: status))
    }

    /// Changes what the status says.
    func update(_ change: (inout BroadcastStatus) -> Void) {
        state.withLock { change(&$0.status) }
    }

    /// Has the status say that somebody watches.
    func add(_ report: ViewerReport, of token: UInt64) {
        state.withLock { $0.reports[token] = report }
    }

    func removeReport(of token: UInt64) {
        state.withLock { $0.reports[token] = nil }
    }

    /// Notes whether viewers can find the app.
    ///
    /// - Returns: What was known before.
    func exchange(_ advertisement: BroadcastStatus.Advertisement) -> BroadcastStatus.Advertisement {
        state.withLock { state in
            defer { state.status.advertisement = advertisement }
            return state.status.advertisement
        }
    }

    private func run(in context: SinkContext) {
        end(unread: serve(in: context))
    }

    /// Serves until the end, when port and path are free again.
    ///
    /// - Returns: How many records viewers were still to get.
    private func serve(in context: SinkContext) -> UInt64 {
        let taken = listeners.withLock { listeners in
            defer { listeners = [] }
            return listeners
        }
        let loop = BroadcastLoop(server: self, listeners: taken, context: context)
        loop.run()
        return loop.unread
    }

    private func end(unread: UInt64) {
        let waiters = state.withLock { state in
            state.hasEnded = true
            state.unread = unread
            return state.waiters
        }
        waiters.forEach { $0.unpark() }
        LivingSystems.removeEnded()
    }
}

extension BroadcastServer: JournalService {
    func start(in context: SinkContext) {
        state.withLock { $0.levels = context.levels }
        do throws(SystemCallError) {
            _ = try SystemThread.start(name: "zxkit-network") { self.run(in: context) }
        } catch {
            let failure = "no thread for it: \(error)"
            update { $0.listenFailure = failure }
            context.report.log(.error, "broadcast \(sink.name) can't be watched: \(failure)")
            end(unread: 0)
        }
    }

    func finish() {
        wakeEvent.signal()
    }

    func waitUntilFinished(until deadline: Moment) -> UInt64 {
        let parker = Parker()
        defer { state.withLock { state in state.waiters.removeAll { $0 === parker } } }
        // The thread itself ends at the deadline; it is given a little more to say so.
        let limit = deadline + .milliseconds(100)
        while true {
            let hasEnded = state.withLock { state in
                state.waiters.append(parker)
                return state.hasEnded
            }
            guard !hasEnded, !limit.hasPassed else { break }
            parker.park(timeout: limit.remaining)
        }
        return state.withLock { $0.unread }
    }

    var status: BroadcastStatus {
        state.withLock { state in
            var status = state.status
            status.levels = state.levels?.current ?? status.levels
            status.viewers = state.reports.sorted { $0.key < $1.key }.map(\.value.status)
            return status
        }
    }

    var hasEnded: Bool {
        state.withLock { $0.hasEnded }
    }

    /// The parent goes on listening, so a port of one's choice is taken: that is told, and tried again, even if it is
    /// required, as nobody is there to be told by an error.
    func madeAgain() throws(LogError) -> any JournalService {
        try BroadcastServer(sink, isRequired: false)
    }
}

extension BroadcastServer: JournalSleeper {
    func wake() {
        wakeEvent.signal()
    }
}

extension BroadcastStatus {
    fileprivate init(_ sink: BroadcastSink) {
        self.init(
            name: sink.name, port: nil, addresses: [], access: sink.access, levels: sink.levels,
            mostVerbose: sink.mostVerbose, listenFailure: nil,
            advertisement: sink.isAdvertised ? .starting : .off, viewers: [], refused: 0, cutOff: 0)
    }

    /// Notes where, and so at which addresses, it can be reached.
    mutating func setPlace(_ place: ListeningPlace?) {
        port = place?.port
        addresses = place?.addresses(for: access) ?? []
    }
}
