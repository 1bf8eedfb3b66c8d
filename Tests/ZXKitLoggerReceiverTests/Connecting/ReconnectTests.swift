import Testing
import ZXKitLogCore
import ZXKitLogPOSIX

@testable import ZXKitLoggerReceiver

/// What happens when a connection can't be made or is cut.
@Suite(.timeLimit(.minutes(1)))
struct ReconnectTests {
    /// An app that answers each viewer in turn with these bytes and closes; it keeps what the viewers asked for.
    private func app(answering answers: [[UInt8]], asked: Asked = Asked()) throws -> FakeApp {
        try FakeApp { listener in
            for answer in answers {
                let (peer, line) = try listener.acceptViewer()
                asked.add(line.start)
                try peer.send(answer)
            }
        }
    }

    private final class Asked: Sendable {
        private let starts = Lock([StreamStart]())
        func add(_ start: StreamStart) { starts.withLock { $0.append(start) } }
        var all: [StreamStart] { starts.withLock { $0 } }
    }

    @Test func `A cut within any frame is resumed with no repeat and no hole`() async throws {
        let part = frames([hello()] + records(1...2))
        let whole = frames([hello()] + records(1...4))
        let rest = frames([hello()] + records(3...4) + [.bye(reason: "shutdown")])
        // A random place would find a mistake now and then; every fifth finds it always and takes no time.
        for end in stride(from: part.count, to: whole.count - frames([record(4)]).count, by: 5) {
            let asked = Asked()
            let app = try app(answering: [Array(whole.prefix(end)), rest], asked: asked)
            var events = EventReader(LogConnection.quick(to: app))
            try await events.read(until: "waiting appEnded")
            #expect(events.content == ["record 1", "record 2", "record 3", "record 4"], "cut at \(end)")
            #expect(asked.all == [.oldest, .resume(boot: someBoot, sequence: 3)])
            #expect(events.story.contains("waiting cut"))
        }
    }

    @Test func `What an app sends again after a cut is dropped, and only that`() async throws {
        let app = try app(answering: [
            frames([hello()] + records(1...5)), frames([hello()] + records(3...7) + [.bye(reason: "shutdown")]),
        ])
        var events = EventReader(LogConnection.quick(to: app))
        try await events.read(until: "waiting appEnded")
        #expect(events.content == (1...7).map { "record \($0)" })
    }

    @Test func `A resumed stream tells what is no longer held, without repeating what is known`() async throws {
        let app = try app(answering: [
            frames([hello()] + records(1...2) + [heartbeat(next: 9, done: 6)]),
            frames([hello(), gap(4...9, .expired), record(10), .bye(reason: "shutdown")]),
        ])
        var events = EventReader(LogConnection.quick(to: app))
        try await events.read(until: "waiting appEnded")
        #expect(events.content == ["record 1", "record 2", "gap 6-9 expired", "record 10"])
    }

    @Test func `Without a hello the original start is asked for again, with one what came meanwhile`() async throws {
        let asked = Asked()
        let app = try app(
            answering: [[], frames([hello(next: 5, start: 5)]), frames([hello(), .bye(reason: "shutdown")])],
            asked: asked)
        var events = EventReader(LogConnection.quick(to: app, options: .init(start: .now)))
        try await events.read(until: "waiting appEnded")
        #expect(asked.all == [.now, .now, .resume(boot: someBoot, sequence: 5)])
    }

    @Test(arguments: [true, false])
    func `A restart of the app is told once, whether it tells it or not`(tells: Bool) async throws {
        let told = tells ? [gap(nil, .restarted)] : []
        let app = try app(answering: [
            frames([hello()] + records(1...9)),
            frames([hello(boot: otherBoot)] + told + records(1...2) + [.bye(reason: "shutdown")]),
        ])
        var events = EventReader(LogConnection.quick(to: app))
        try await events.read(until: "waiting appEnded")
        #expect(events.content.suffix(4) == ["record 9", "gap ? restarted", "record 1", "record 2"])
        #expect(events.story.contains("connected \(otherBoot)"))
    }

    @Test func `An app that never takes the connection is tried again, later and later`() async throws {
        let unused = try FakeListener().address
        var timing = ConnectionTiming()
        timing.firstDelay = .milliseconds(5)
        timing.longestDelay = .milliseconds(30)
        var events = EventReader(
            LogConnection(.host("127.0.0.1", port: unused.port), options: .init(), timing: timing))
        var delays: [Duration] = []
        for _ in 0..<5 {
            let (reason, delay) = try await events.nextTrouble()
            #expect(reason.code == .connectFailed)
            #expect(reason.errorNumber == 111, "ECONNREFUSED")
            #expect(reason.description == "connecting to \(unused): Connection refused (ECONNREFUSED)")
            delays.append(delay)
        }
        #expect(delays == [5, 10, 20, 30, 30].map { .milliseconds($0) })
        #expect(events.story.prefix(3) == ["connecting", "waiting connectFailed", "connecting"])
    }

    @Test func `A hello brings the shortest delay back`() async throws {
        let app = try app(answering: [[], [], frames([hello()]), []])
        var events = EventReader(LogConnection.quick(to: app))
        var delays: [Duration] = []
        for _ in 0..<4 { delays.append(try await events.nextTrouble().delay) }
        #expect(delays == [1, 2, 1, 2].map { .milliseconds($0) })
    }

    @Test(arguments: [("busy", 1), ("wrong-app", 1), ("unauthorized", 20), ("bad-request", 20)])
    func `A refusal is told with its code, and one that waiting won't mend is tried at the longest delay`(
        code: String, milliseconds: Int
    ) async throws {
        let app = try app(answering: [Array("ZXLOG/1 error \(code) because\n".utf8), frames([hello()])])
        var events = EventReader(LogConnection.quick(to: app))
        let (reason, delay) = try await events.nextTrouble()
        #expect(reason.code == .refused)
        #expect(reason.refusalCode == code)
        #expect(reason.cause.hasSuffix("because"))
        #expect(delay == .milliseconds(milliseconds))
        try await events.read(until: "connected \(someBoot)")
    }

    @Test func `An error after the hello is a reason too`() async throws {
        let app = try app(answering: [frames([hello(), record(1), .error(WireRefusal(.tooSlow, "pinned too much"))])])
        var events = EventReader(LogConnection.quick(to: app))
        #expect(try await events.nextTrouble().reason.refusalCode == "too-slow")
        #expect(events.content == ["record 1"])
    }

    @Test func `A goodbye is a reason`() async throws {
        let app = try app(answering: [frames([hello(), .bye(reason: "shutdown")])])
        var events = EventReader(LogConnection.quick(to: app))
        let reason = try await events.nextTrouble().reason
        #expect(reason.code == .appEnded)
        #expect(reason.cause.contains("shutdown"))
    }

    @Test func `An app of another version is tried at the longest delay`() async throws {
        let app = try app(answering: [frames([hello(version: 2)])])
        var events = EventReader(LogConnection.quick(to: app))
        let (reason, delay) = try await events.nextTrouble()
        #expect(reason.code == .unsupportedVersion)
        #expect(delay == .milliseconds(20))
    }

    @Test func `Something that is not this protocol is reported, and tried again`() async throws {
        let app = try app(answering: [
            Array("HTTP/1.1 400 Bad Request\r\n\r\n".utf8), frames([record(1)]),
            frames([hello()] + [record(3), record(3)]), frames([hello(), record(4)]),
        ])
        var events = EventReader(LogConnection.quick(to: app))
        for _ in 0..<3 { #expect(try await events.nextTrouble().reason.code == .malformed) }
        try await events.read(until: "record 4")
        #expect(events.content == ["record 3", "record 4"])
    }

    @Test func `Something that takes the connection and says nothing is left after a while`() async throws {
        let app = try FakeApp { listener in
            let (peer, _) = try listener.acceptViewer()
            try peer.waitForEnd()
        }
        var timing = ConnectionTiming.quick
        timing.hello = .milliseconds(200)
        var events = EventReader(
            LogConnection(.host("127.0.0.1", port: app.port), options: .init(), timing: timing))
        #expect(try await events.nextTrouble().reason.code == .noHello)
        try await app.finish()
    }

    @Test func `The other addresses are tried in their order when the best does not answer`() async throws {
        let dead = try FakeListener().address
        let app = try app(answering: [frames([hello(), record(1)])])
        let service = LogService.fake(addresses: [dead, app.address])
        var events = EventReader(LogConnection(.service(service), options: .init(), timing: .quick))
        try await events.read(until: "record 1")
        #expect(events.story.prefix(3) == ["connecting", "connecting", "connected \(someBoot)"])
    }
}

extension LogService {
    /// A service as a browser would find it.
    static func fake(_ app: SeenApp = SeenApp(), addresses: [SocketAddress]) -> LogService {
        LogService(
            id: .run(applicationID: app.id, boot: app.boot), advertisedAs: app.instance().advertisedName,
            name: "checkout", hostName: "web1", addresses: addresses.map { Address($0) }, processID: 7,
            applicationID: app.id, boot: app.boot, protocolVersion: 1, encodings: ["cbor"], access: "open", text: [:])
    }
}
