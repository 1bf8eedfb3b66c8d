internal import Glibc
internal import ZXKitLogCore
internal import ZXKitLogPOSIX

/// The network thread of a broadcast: it accepts viewers, hears what they want, and serves them all from the journal.
///
/// Nothing here is shared: the loop and its viewers belong to one thread. In one turn each viewer gets a bounded piece of
/// work, so that none keeps the others waiting.
final class BroadcastLoop {
    private let server: BroadcastServer
    private let context: SinkContext
    private var acceptor: Acceptor
    private let advertiser: Advertiser
    private let admission: ViewerAdmission
    private var viewers: [UInt64: ViewerConnection] = [:]
    private var lastToken = Token.firstViewer
    private var wishes: ViewerWishes
    private let sessions: SessionFactory

    /// What events of the poller belong to.
    enum Token {
        static let wake: UInt64 = 0
        static let firstListener: UInt64 = 1
        static let firstViewer: UInt64 = 16
    }

    init(server: BroadcastServer, listeners: [Listener], context: SinkContext) {
        self.server = server
        self.context = context
        wishes = ViewerWishes(hold: server.sink.levelHold)
        admission = ViewerAdmission(access: server.sink.access, limits: server.sink.limits)
        sessions = SessionFactory(sink: server.sink, context: context, runs: SharedRuns())
        acceptor = Acceptor(server: server, listeners: listeners, report: context.report)
        advertiser = Advertiser(server: server, boot: context.boot, report: context.report)
    }

    /// How many records viewers were still to get when the loop ended.
    private(set) var unread: UInt64 = 0

    func run() {
        do throws(SystemCallError) {
            try server.poller.add(server.wakeEvent.descriptor, interest: .readable, token: Token.wake)
            acceptor.start()
            advertise()
            while !isFinished {
                try turn()
            }
        } catch {
            context.report.log(.error, "broadcast \(server.sink.name) ends: \(error)")
            server.update { $0.listenFailure = "\(error)" }
        }
        finish()
    }

    private func finish() {
        advertiser.stop()
        unread = viewers.values.reduce(0) { max($0, $1.unread) }
        viewers.keys.forEach(server.removeReport)
        viewers = [:]
        context.capture.setWishes(.off, ofSink: context.origin)
    }

    private var isFinished: Bool {
        context.ending.isOver || (context.ending.deadline != nil && viewers.isEmpty)
    }

    // MARK: One turn

    private func turn() throws(SystemCallError) {
        for event in try server.poller.wait(timeout: timeout()) {
            handle(event)
        }
        if acceptor.runTimers() {
            advertise()
        }
        serveViewers()
    }

    private func serveViewers() {
        for (token, viewer) in viewers {
            viewer.runTimers()
            if let request = viewer.request {
                answer(request, of: viewer)
            }
            viewer.prepare()
            if let filter = viewer.filter {
                wishes.set(filter, of: token)
            }
        }
        // Before anything is sent: what a viewer was granted is captured when it hears of it.
        captureWishes()
        for (token, viewer) in viewers {
            viewer.send()
            if viewer.isClosed {
                remove(viewer, token: token)
            }
        }
        limitPins()
    }

    /// What viewers may keep where the journal is smaller, in bytes: a few records of the largest size, or a viewer that
    /// just reads one would be cut off for it.
    private static let smallestPinLimit = 4 * 1_024 * 1_024
    /// How often it is looked at what they keep, while nothing else happens.
    private static let pinInterval: Duration = .seconds(1)

    /// Cuts off viewers that stand still within large records, where they keep more memory than the journal itself may
    /// have: the one with the oldest first.
    private func limitPins() {
        let pinning = viewers.filter { $0.value.pinned != nil }
        guard !pinning.isEmpty else { return }
        let pinned = pinning.values.compactMap(\.pinned)
        let sources = Dictionary(pinned.map { (ObjectIdentifier($0), $0) }, uniquingKeysWith: { first, _ in first })
        let oldest = context.journal.range.lowerBound
        let kept = sources.values.reduce(0) { $0 + $1.memoryBeyondJournal(from: oldest) }
        guard kept > max(context.journal.capacity, Self.smallestPinLimit),
            let slowest = pinning.min(by: { $0.value.pinnedSequence < $1.value.pinnedSequence })
        else { return }
        slowest.value.cut()
        remove(slowest.value, token: slowest.key)
    }

    private func handle(_ event: PollEvent) {
        switch event.token {
        case Token.wake: server.wakeEvent.drain()
        case Token.firstListener..<Token.firstViewer: acceptAll(Int(event.token - Token.firstListener))
        default: viewers[event.token]?.handle(event)
        }
    }

    /// How long nothing needs to be done: not at all while a viewer can be sent more at once.
    private func timeout() -> Duration? {
        var next = acceptor.nextTimer
        if let deadline = context.ending.deadline {
            next = min(next ?? deadline, deadline)
        }
        if let timer = wishes.nextTimer {
            next = min(next ?? timer, timer)
        }
        for viewer in viewers.values {
            guard !viewer.hasMoreToDo else { return .zero }
            if let timer = viewer.nextTimer {
                next = min(next ?? timer, timer)
            }
            if viewer.pinned != nil {
                // The journal goes on without waking the loop, as none of these viewers waits for it.
                let look = Moment.after(Self.pinInterval)
                next = min(next ?? look, look)
            }
        }
        guard mayRest() else { return .zero }
        return next?.remaining
    }

    /// Has the journal wake the loop once there is more, or nothing more can come, if a viewer waits for that.
    private func mayRest() -> Bool {
        if viewers.values.allSatisfy(\.hasCaughtUp) {
            sessions.runs.removeAll()
        }
        guard let cursor = viewers.values.compactMap(\.waitingCursor).min() else { return true }
        return context.journal.wake(server, whenBeyond: cursor)
    }

    // MARK: Viewers

    private func acceptAll(_ index: Int) {
        acceptor.acceptAll(from: index) { socket, address in
            add(socket, from: address)
        }
    }

    private func add(_ socket: consuming Socket, from address: PeerAddress) {
        lastToken += 1
        let viewer = ViewerConnection(
            socket: socket, address: address, token: lastToken, server: server, context: context)
        guard viewer.start() else { return }
        viewers[lastToken] = viewer
        if let refusal = admission.refusal(ofPeerAt: address) { return refuse(viewer, refusal) }
        // A hello mostly comes with the connection: then it is no unfinished one.
        viewer.receive()
        guard !viewer.isClosing, let refusal = admission.refusal(of: viewer, among: viewers.values) else { return }
        refuse(viewer, refusal)
    }

    private func answer(_ request: ViewerRequest, of viewer: ViewerConnection) {
        if let refusal = admission.refusal(ofStreamAmong: viewers.values) {
            return refuse(viewer, refusal)
        }
        viewer.begin(request, by: sessions)
        if let filter = viewer.filter {
            wishes.set(filter, of: viewer.token)
            // Now, so that the record of its coming is captured if it wants such.
            captureWishes()
        }
        viewer.reportArrival()
    }

    private func captureWishes() {
        guard let levels = wishes.takeChange() else { return }
        context.capture.setWishes(levels, ofSink: context.origin)
    }

    private func refuse(_ viewer: ViewerConnection, _ refusal: WireRefusal) {
        viewer.refuse(refusal)
    }

    private func remove(_ viewer: ViewerConnection, token: UInt64) {
        viewer.stop()
        viewers[token] = nil
        wishes.remove(token)
    }

    // MARK: Telling

    private func advertise() {
        guard let port = acceptor.place?.port else { return }
        advertiser.start(port: port)
    }
}
