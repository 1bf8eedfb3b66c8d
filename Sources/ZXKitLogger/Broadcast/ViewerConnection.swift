internal import Glibc
internal import ZXKitLogCore
internal import ZXKitLogPOSIX

/// One connection to the port, from its first byte to its end.
final class ViewerConnection {
    let address: SocketAddress
    let token: UInt64
    private let socket: Socket
    private let server: BroadcastServer
    private let context: SinkContext
    private var phase = Phase.greeting(until: .after(helloTime))
    private var input: [UInt8] = []
    private var output = ViewerOutput()
    private var interest: PollInterest = .readable
    private(set) var isHalfClosed = false
    private var name: String
    private var pulse = Pulse()

    private enum Phase {
        case greeting(until: Moment)
        case asking(HelloLine)
        case streaming(ViewerStream)
        case closing(until: Moment)
        case closed
    }

    /// How long a viewer may take for its hello.
    private static let helloTime: Duration = .seconds(5)
    /// The most that is read of a viewer before it is obeyed, in bytes.
    private static let inputSize = 4_096
    /// The most commands that are obeyed before others have their turn.
    private static let commandsPerTurn = 16
    /// How long what a viewer still sends is read after the last answer, so that the answer isn't lost in a reset.
    private static let closingTime: Duration = .seconds(1)

    init(
        socket: consuming Socket, address: SocketAddress, token: UInt64, server: BroadcastServer, context: SinkContext
    ) {
        self.socket = socket
        self.address = address
        self.token = token
        self.server = server
        self.context = context
        name = address.description
    }

    // MARK: State

    var isStreaming: Bool { stream != nil }
    var isGreeting: Bool { if case .greeting = phase { true } else { false } }
    var isClosing: Bool { if case .closing = phase { true } else { isClosed } }
    var isClosed: Bool { if case .closed = phase { true } else { false } }
    /// What it asks for, until that is granted or refused.
    var request: HelloLine? { if case .asking(let hello) = phase { hello } else { nil } }
    private var stream: ViewerStream? { if case .streaming(let stream) = phase { stream } else { nil } }

    /// Whether there is something to do at once, without waiting for the socket or the journal.
    var hasMoreToDo: Bool {
        guard let stream, output.isReady else { return false }
        return stream.mayHaveMore || stream.hasPing || hasCommand
    }

    /// Whether a whole command has come that isn't obeyed yet.
    private var hasCommand: Bool { input.contains(UInt8(ascii: "\n")) }

    /// Whether there is nothing of the journal that it still has to be shown.
    var hasCaughtUp: Bool {
        guard let stream else { return true }
        return output.isReady && !stream.mayHaveMore
    }

    /// The number whose record it waits for, if it waits for one.
    var waitingCursor: UInt64? {
        guard let stream, output.isReady, !stream.mayHaveMore else { return nil }
        return stream.cursor
    }

    /// When something must be done even if nothing happens.
    var nextTimer: Moment? {
        switch phase {
        case .greeting(let until), .closing(let until): until
        case .streaming: pulse.nextTimer(isOutputEmpty: output.isReady)
        case .asking, .closed: nil
        }
    }

    /// What it was granted, while it watches.
    var filter: RecordFilter? { stream?.filter }

    /// The memory of others that it keeps alive, because it took a part of a large record.
    var pinned: (any RunSource)? { output.pinned }
    /// The first number in it; above all others for none.
    var pinnedSequence: UInt64 { pinned?.firstSequence ?? .max }

    /// How many numbers it was still to be shown.
    var unread: UInt64 { stream?.unread ?? 0 }

    // MARK: Beginning and end

    /// Prepares the socket and watches it; false if that can't be.
    func start() -> Bool {
        do throws(SystemCallError) {
            try socket.setNoDelay(true)
            try socket.setSendBufferSize(512 * 1_024)
            try socket.setUnsentLowWaterMark(128 * 1_024)
            try socket.setKeepAlive(idle: .seconds(60), interval: .seconds(15), count: 4)
            try server.poller.add(socket.descriptor, interest: interest, token: token)
            return true
        } catch {
            return false
        }
    }

    /// Stops watching the socket, which is closed with this object.
    func stop() {
        server.removeReport(of: token)
        try? server.poller.remove(socket.descriptor)
    }

    /// Answers with one line, then closes.
    func refuse(_ refusal: WireRefusal) {
        output.bytes.append(refusal.line)
        beginClosing()
    }

    /// Ends the stream with an error item.
    func close(saying refusal: WireRefusal) {
        stream?.append(.error(refusal), to: &output.bytes)
        leave(refusal.explanation)
        beginClosing()
    }

    /// Cuts the connection in the middle of a frame, where nothing can be said. The viewer may come back and go on.
    func cut() {
        leave("it kept too much memory taken")
        phase = .closed
    }

    private func beginClosing() {
        input = []
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
        guard stream != nil else { return }
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
        // Commands that wait for their answers' turn fill the input, and then TCP holds the viewer back.
        let room = Self.inputSize - input.count
        guard room > 0 else { return }
        do throws(SystemCallError) {
            switch try socket.receive(appendingTo: &input, atMost: room) {
            case .wouldBlock: break
            case .endOfStream: endInput()
            case .bytes: takeInput()
            }
        } catch {
            fail(error)
        }
    }

    private func takeInput() {
        pulse.hear()
        switch phase {
        case .greeting: greet()
        case .streaming, .asking: break
        case .closing, .closed: input = []
        }
    }

    /// After a whole hello the end of the viewer's side ends its commands, not its stream.
    private func endInput() {
        guard isStreaming || request != nil else { return phase = .closed }
        isHalfClosed = true
    }

    private func greet() {
        switch ViewerGreeting(input) {
        case .incomplete: break
        case .hello(let line, let length):
            input.removeFirst(length)
            ask(line)
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
            phase = .asking(hello)
        } catch {
            refuse(error)
        }
    }

    /// Grants what the viewer asked for.
    func beginStream(_ hello: HelloLine, sharing runs: SharedRuns) {
        let stream = ViewerStream(hello, sink: server.sink, shared: runs, context: context)
        name = hello.name ?? name
        server.add(stream.report(from: address, named: name), of: token)
        pulse.start(every: hello.heartbeat)
        stream.begin(at: hello.start, to: &output.bytes)
        phase = .streaming(stream)
    }

    /// Logs that it watches.
    func reportArrival() {
        context.report.log(.debug, "viewer \(name) watches broadcast \(server.sink.name) from \(address)")
    }

    /// Obeys a few commands. Their answers are output like any other: there are no more before it has been taken.
    private func obey(_ stream: ViewerStream) {
        for _ in 0..<Self.commandsPerTurn {
            guard let end = input.firstIndex(of: UInt8(ascii: "\n")), end < WireLimits.viewerLine else { break }
            let line = ViewerLine.text(input[..<end])
            input.removeFirst(end + 1)
            // A line that isn't plain ASCII is unknown, and so a sign of life and no more.
            if let line { obey(line, stream) }
        }
        let lineLength = input.firstIndex(of: UInt8(ascii: "\n")) ?? input.count
        if lineLength >= WireLimits.viewerLine {
            close(saying: WireRefusal(.badRequest, "a line is at most \(WireLimits.viewerLine) bytes"))
        }
    }

    private func obey(_ line: String, _ stream: ViewerStream) {
        do throws(WireRefusal) {
            switch try ViewerCommand(parsing: line) {
            case .set(let filter): stream.change(to: filter, output: &output.bytes)
            case .ping(let token): stream.ping(token)
            case .signOfLife: break
            }
        } catch {
            stream.append(.error(error), to: &output.bytes)
        }
    }

    // MARK: Output

    /// Does one bounded piece of work: prepares more to send, once all is sent.
    func prepare() {
        checkTimers()
        if output.isReady {
            prepareOutput()
        }
    }

    /// Sends what the kernel takes.
    func send() {
        do throws(SystemCallError) {
            let sent = try output.send(to: socket)
            if let progress = sent.progress {
                stream?.note(progress)
            }
            if sent.hasProgress {
                pulse.speak()
            }
            try finishClosing()
            try watch()
        } catch {
            fail(error)
        }
    }

    private func prepareOutput() {
        guard let stream else { return }
        obey(stream)
        guard isStreaming else { return }
        if pulse.isHeartbeatDue {
            stream.appendHeartbeat(to: &output.bytes)
            // Text has no form for it, and then nothing is sent: it counts as given all the same.
            pulse.speak()
        }
        stream.fill(&output)
        if output.bytes.isEmpty, !stream.mayHaveMore, context.journal.isClosed {
            stream.append(.bye(reason: "shutdown"), to: &output.bytes)
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
        var wanted: PollInterest = isHalfClosed || input.count >= Self.inputSize ? [] : .readable
        if !output.isReady {
            wanted.insert(.writable)
        }
        guard wanted != interest else { return }
        try server.poller.modify(socket.descriptor, interest: wanted, token: token)
        interest = wanted
    }

    private func checkTimers() {
        switch phase {
        case .greeting(let until) where until.hasPassed:
            refuse(WireRefusal(.timeout, "no whole hello came within 5 s"))
        case .closing(let until) where until.hasPassed:
            phase = .closed
        case .streaming where pulse.isSilent:
            // What came while this process didn't run is heard before the verdict. Of a viewer whose commands wait, nothing
            // more can be heard, and TCP will tell if it is gone.
            if !isHalfClosed { receive() }
            if pulse.isSilent, input.count < Self.inputSize {
                close(saying: WireRefusal(.timeout, "no sign of life from the viewer"))
            }
        case .greeting, .asking, .streaming, .closing, .closed: break
        }
    }
}
