internal import Glibc
internal import ZXKitLogCore
internal import ZXKitLogPOSIX

/// Takes connections, and gets the port again when it can't be had.
struct Acceptor {
    private let server: BroadcastServer
    private let report: OwnRecords
    private var listeners: [Listener]
    /// Whether descriptors or memory were short at the last attempt, which is said once.
    private var isShort = false
    private var backOff = BackOff(first: .milliseconds(250), limit: .seconds(8))
    /// When to try to listen again, or to accept again; `nil` while neither is needed.
    private(set) var nextTimer: Moment?

    init(server: BroadcastServer, listeners: [Listener], report: OwnRecords) {
        self.server = server
        self.listeners = listeners
        self.report = report
    }

    /// Where viewers connect to, once that can be had.
    var place: ListeningPlace? { listeners.first?.place }

    /// Begins to accept, or to try to listen, and says in one record how viewers reach this app.
    mutating func start() {
        if listeners.isEmpty {
            let reason = server.status.listenFailure ?? "unknown"
            report.log(.error, "broadcast \(server.sink.name) can't be watched, and is tried again: \(reason)")
            nextTimer = .after(backOff.delay())
        } else {
            watchListeners()
            announce()
        }
    }

    private func announce() {
        let addresses = server.status.addresses.joined(separator: ", ")
        report.log(
            .info, "broadcast \(server.sink.name) can be watched at \(addresses) by \(server.sink.audience)")
    }

    // MARK: Accepting

    /// Takes all connections that wait at one listener.
    mutating func acceptAll(from index: Int, _ take: (consuming Socket, PeerAddress) -> Void) {
        guard listeners.indices.contains(index) else { return }
        do throws(SystemCallError) {
            while try acceptOne(at: listeners[index], take) {}
            isShort = false
        } catch {
            pause(because: error)
        }
    }

    private func acceptOne(
        at listener: Listener, _ take: (consuming Socket, PeerAddress) -> Void
    ) throws(SystemCallError) -> Bool {
        switch try listener.socket.accept() {
        case .wouldBlock: return false
        case .connection(let socket, let address):
            take(socket, address)
            return true
        }
    }

    /// Out of descriptors or memory, the listener would stay readable for ever: it is left alone for a second.
    private mutating func pause(because error: SystemCallError) {
        if !isShort {
            report.log(.warning, "broadcast \(server.sink.name) accepts no viewers for now: \(error)")
        }
        isShort = true
        for listener in listeners {
            try? server.poller.remove(listener.socket.descriptor)
        }
        nextTimer = .after(.seconds(1))
    }

    private func watchListeners() {
        for (index, listener) in listeners.enumerated() {
            let token = BroadcastLoop.Token.firstListener + UInt64(index)
            try? server.poller.add(listener.socket.descriptor, interest: .readable, token: token)
        }
    }

    // MARK: Timer

    /// Does what the timer was set for, if it is time.
    ///
    /// - Returns: Whether there is a port now that there wasn't before.
    mutating func runTimers() -> Bool {
        guard let timer = nextTimer, timer.hasPassed else { return false }
        nextTimer = nil
        guard listeners.isEmpty else {
            watchListeners()
            return false
        }
        return listenAgain()
    }

    private mutating func listenAgain() -> Bool {
        do throws(SystemCallError) {
            listeners = try Listener.open(for: server.sink)
        } catch {
            server.update { $0.listenFailure = "\(error)" }
            nextTimer = .after(backOff.delay())
            return false
        }
        server.update { status in
            status.listenFailure = nil
            status.setPlace(listeners.first?.place)
        }
        watchListeners()
        announce()
        return true
    }
}
