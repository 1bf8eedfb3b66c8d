internal import Glibc
internal import ZXKitLogCore
internal import ZXKitLogPOSIX

/// One connection to the port, from its first byte to its end.
final class ViewerConnection {
    let address: PeerAddress
    let token: UInt64
    private let socket: Socket
    private let server: BroadcastServer
    private let context: SinkContext
    private var phase = Phase.greeting(since: .now)
    private var input = ViewerInput()
    private var output = ViewerOutput()
    private var interest: PollInterest = .readable
    private(set) var isHalfClosed = false
    private var name: String

    private enum Phase {
        case greeting(since: Moment)
        case asking(ViewerRequest)
        case watching(any ViewerSession)
        case closing(until: Moment)
        case closed
    }

    /// How long a viewer may take for its hello.
    private static let helloTime: Duration = .seconds(5)
    /// After so long without a byte, a viewer will hardly say hello at all.
    private static let silentTime: Duration = .seconds(3)
    /// How long what a viewer still sends is read after the last answer, so that the answer isn't lost in a reset.
    private static let closingTime: Duration = .seconds(1)

    init(
        socket: consuming Socket, address: PeerAddress, token: UInt64, server: BroadcastServer, context: SinkContext
    ) {
        self.socket = socket
        self.address = address
        self.token = token
        self.server = server
        self.context = context
        name = address.description
    }

    // MARK: State

    var isWatching: Bool { session != nil }
    var isGreeting: Bool { if case .greeting = phase { true } else { false } }
    var isClosing: Bool { if case .closing = phase { true } else { isClosed } }
    var isClosed: Bool { if case .closed = phase { true } else { false } }
    /// What it asks for, until that is granted or refused.
    var request: ViewerRequest? { if case .asking(let request) = phase { request } else { nil } }
    private var session: (any ViewerSession)? { if case .watching(let session) = phase { session } else { nil } }
    private var feed: (any RecordFeed)? { session?.feed }

    /// Whether it is the first to go when there are too many: it has closed its side or never said what it wants, so it can't
    /// say that it is alive, and may be gone.
    var isReplaceable: Bool { isHalfClosed || session?.isUndecided ?? false }

    /// Whether there is something to do at once, without waiting for the socket or the journal.
    var hasMoreToDo: Bool {
        guard let session, output.isReady else { return false }
        return session.feed.mayHaveMore && session.pause?.hasPassed ?? true || session.hasAnswers || input.hasLine
    }

    /// Whether there is nothing of the journal that it still has to be shown.
    var hasCaughtUp: Bool {
        guard let feed else { return true }
        return output.isReady && !feed.mayHaveMore
    }

    /// The number whose record it waits for, if it waits for one.
    var waitingCursor: UInt64? { hasCaughtUp ? feed?.cursor : nil }

    /// When something must be done even if nothing happens.
    var nextTimer: Moment? {
        switch phase {
        case .greeting(let start): start + (input.bytes.isEmpty ? Self.silentTime : Self.helloTime)
        case .closing(let until): until
        case .watching(let session): nextTimer(of: session)
        case .asking, .closed: nil
        }
    }

    private func nextTimer(of session: any ViewerSession) -> Moment? {
        let timer = session.nextTimer(isOutputEmpty: output.isReady)
        guard output.isReady, session.feed.mayHaveMore, let pause = session.pause else { return timer }
        return min(pause, timer ?? pause)
    }

    /// What it was granted, while it watches.
    var filter: RecordFilter? { feed?.filter }

    /// The memory of others that it keeps alive, because it took a part of a large record.
    var pinned: (any RunSource)? { output.pinned }
    /// The first number in it; above all others for none.
    var pinnedSequence: UInt64 { pinned?.firstSequence ?? .max }

    /// How many numbers it was still to be shown.
    var unread: UInt64 {
        let next = context.journal.range.upperBound
        return feed.map { next - min($0.cursor, next) } ?? 0
    }

    // MARK: Beginning and end

    /// Prepares the socket and watches it; false if that can't be.
    func start() -> Bool {
        do throws(SystemCallError) {
            try prepareSocket()
            try server.poller.add(socket.descriptor, interest: interest, token: token)
            return true
        } catch {
            return false
        }
    }

    private func prepareSocket() throws(SystemCallError) {
        try socket.setSendBufferSize(512 * 1_024)
        guard case .network = address else { return }
        // Small records go out at once, and a peer that is gone is noticed.
        try socket.setNoDelay(true)
        try socket.setUnsentLowWaterMark(128 * 1_024)
        try socket.setKeepAlive(idle: .seconds(60), interval: .seconds(15), count: 4)
    }

    /// Stops watching the socket, which is closed with this object.
    func stop() {
        server.removeReport(of: token)
        try? server.poller.remove(socket.descriptor)
    }

    /// Answers with one line, then closes.
    func refuse(_ refusal: WireRefusal) {
        server.update { $0.refused += 1 }
        output.bytes.append(refusal.line)
        beginClosing()
    }

    /// Ends the stream with an error item.
    func close(saying refusal: WireRefusal) {
        server.update { $0.cutOff += 1 }
        feed?.append(.error(refusal), to: &output.bytes)
        leave(refusal.explanation)
        beginClosing()
    }

    /// Cuts the connection in the middle of a frame, where nothing can be said. The viewer may come back and go on.
    func cut() {
        server.update { $0.cutOff += 1 }
        leave("it kept too much memory taken")
        phase = .closed
    }

    private func beginClosing() {
        input.removeAll()
        server.removeReport(of: token)
        phase = .closing(until: .after(Self.closingTime))
    }

    private func fail(_ error: SystemCallError) {
        // That is how it shows that the viewer closed its connection while something was on its way to it.
        let isUsual = error.errno == EPIPE || error.errno == ECONNRESET
        leave(isUsual ? "it closed the connection" : error.reason)
        phase = .closed
    }

    private func leave(_ reason: String) {
        guard isWatching else { return }
        context.report.log(.debug, "viewer \(name) left broadcast \(server.sink.name): \(reason)")
    }

    // MARK: Input

    /// Hears what the viewer says.
    func handle(_ event: PollEvent) {
        if event.isError {
            return fail(socket.connectionResult() ?? SystemCallError(errno: 0, call: "poll"))
        }
        if event.isWritable {
            output.noteRoom()
        }
        if event.isReadable || event.isHangUp {
            receive()
        }
    }

    /// Hears what has come already, before anybody judges how long the viewer has taken.
    func receive() {
        // What waits to be obeyed fills the input, and then TCP holds the viewer back.
        guard !input.isFull else { return }
        do throws(SystemCallError) {
            switch try input.receive(from: socket) {
            case .wouldBlock: break
            case .endOfStream: endInput()
            case .bytes: takeInput()
            }
        } catch {
            fail(error)
        }
    }

    private func takeInput() {
        switch phase {
        case .greeting: greet()
        case .watching(let session): hear(session)
        case .asking: break
        case .closing, .closed: input.removeAll()
        }
    }

    private func hear(_ session: any ViewerSession) {
        session.hear()
        guard session.isUndecided, let sign = input.bytes.firstIndex(where: { !AncestorPulse.isSign($0) }) else {
            return
        }
        // Now it says what it wants.
        input.removeFirst(sign)
        server.removeReport(of: token)
        phase = .greeting(since: .now)
        greet()
    }

    /// After a whole hello the end of the viewer's side ends its commands, not its stream.
    private func endInput() {
        guard isWatching || request != nil else { return phase = .closed }
        isHalfClosed = true
    }

    // MARK: Greeting

    private func greet() {
        switch ViewerGreeting(input.bytes) {
        case .incomplete: break
        case .hello(let line, let length):
            input.removeFirst(length)
            ask(line)
        case .ancestor(let length):
            input.removeFirst(length)
            phase = .asking(.ancestorRecords)
        case .signsOfLife: phase = .asking(.ancestorLines)
        case .browser(let wantsBody):
            let response = BrowserAnswer.response(
                appName: server.sink.name, port: server.status.port ?? 0, wantsBody: wantsBody)
            output.bytes.append(contentsOf: response)
            beginClosing()
        case .refused(let refusal): refuse(refusal)
        }
    }

    private func ask(_ line: String) {
        do throws(WireRefusal) {
            let hello = try HelloLine(parsing: line)
            if let id = hello.id, id != server.sink.id {
                throw WireRefusal(.wrongApp, "this is \(server.sink.id), another app than the one that was meant")
            }
            phase = .asking(.stream(hello))
        } catch {
            refuse(error)
        }
    }

    /// Grants what the viewer asked for.
    func begin(_ request: ViewerRequest, by sessions: SessionFactory) {
        name = request.name ?? name
        let report = ViewerReport(address: address.description, name: name)
        server.add(report, of: token)
        phase = .watching(sessions.session(for: request, reportingTo: report, output: &output.bytes))
    }

    /// Logs that it watches.
    func reportArrival() {
        context.report.log(.debug, "viewer \(name) watches broadcast \(server.sink.name) from \(address)")
    }

    // MARK: Output

    /// Does one bounded piece of work: prepares more to send, once all is sent.
    func prepare() {
        guard let session, output.isReady else { return }
        do throws(SystemCallError) {
            try prepareOutput(session)
        } catch {
            fail(error)
        }
    }

    /// Sends what the kernel takes.
    func send() {
        do throws(SystemCallError) {
            let sent = try output.send(to: socket)
            if let progress = sent.progress {
                feed?.note(progress)
            }
            if sent.hasProgress {
                session?.speak()
            }
            try finishClosing()
            try watch()
        } catch {
            fail(error)
        }
    }

    private func prepareOutput(_ session: any ViewerSession) throws(SystemCallError) {
        do throws(WireRefusal) {
            try session.obey(&input, answeringTo: &output.bytes)
        } catch {
            return close(saying: error)
        }
        try session.prepare(&output, for: socket)
        if output.bytes.isEmpty, !session.feed.mayHaveMore, context.journal.isClosed {
            session.feed.append(.bye(reason: "shutdown"), to: &output.bytes)
            beginClosing()
        }
    }

    private func finishClosing() throws(SystemCallError) {
        guard case .closing = phase, output.isEmpty else { return }
        try socket.shutdownSending()
    }

    /// A half-closed connection stays readable for ever, so it isn't watched for that.
    private func watch() throws(SystemCallError) {
        guard !isClosed else { return }
        var wanted: PollInterest = isHalfClosed || input.isFull ? [] : .readable
        if !output.isReady {
            wanted.insert(.writable)
        }
        guard wanted != interest else { return }
        try server.poller.modify(socket.descriptor, interest: wanted, token: token)
        interest = wanted
    }

    /// Does what is due now.
    func runTimers() {
        switch phase {
        case .greeting(let start): checkGreeting(since: start)
        case .closing(let until) where until.hasPassed: phase = .closed
        case .watching(let session) where session.isSilent: closeIfSilent(session)
        case .asking, .watching, .closing, .closed: break
        }
    }

    private func checkGreeting(since start: Moment) {
        if input.bytes.isEmpty, (start + Self.silentTime).hasPassed {
            phase = .asking(.ancestorLines)
        } else if (start + Self.helloTime).hasPassed {
            refuse(WireRefusal(.timeout, "no whole hello came within 5 s"))
        }
    }

    private func closeIfSilent(_ session: any ViewerSession) {
        // What came while this process didn't run is heard before the verdict. Of a viewer whose commands wait, nothing
        // more can be heard, and TCP will tell if it is gone.
        if !isHalfClosed { receive() }
        guard session.isSilent, !input.isFull else { return }
        close(saying: WireRefusal(.timeout, "no sign of life from the viewer"))
    }
}
