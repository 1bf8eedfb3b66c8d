import Foundation
import Testing
import ZXKitLogCore
import ZXKitLogPOSIX
import ZXKitLogger

@Suite struct BroadcastHelloTests {
    @Test func `A line of JSON is all that a viewer needs, and its first object is the hello`() async throws {
        let app = try Broadcasting(name: "shop", id: "0123456789abcdef")
        app.log.info("one", metadata: ["key": "value"])
        let viewer = try await RawViewer(port: app.port(), sending: "ZXLOG/1 json label=app\n")
        try viewer.closeSending()
        try await viewer.read { try $0.objects().count >= 2 }
        app.log.info("two")
        try await viewer.read { try $0.objects().count >= 3 }
        let objects = try viewer.objects()
        #expect(objects[0]["kind"] as? String == "hello")
        #expect(viewer.text.hasPrefix(#"{"kind":"hello","version":1,"id":"0123456789abcdef","boot":""#))
        #expect(objects[0]["name"] as? String == "shop")
        #expect(objects[0]["boot"] as? String == app.system.status.boot)
        #expect(objects[0]["level"] as? String == "info")
        #expect(objects[0]["pid"] as? Int == Int(ProcessInfo.processInfo.processIdentifier))
        #expect(objects[1...].map { $0["message"] as? String } == ["one", "two"])
    }

    @Test func `Frames hold what was logged, and the filter's level and labels choose`() async throws {
        let app = try Broadcasting()
        let db = app.system.logger("app.db")
        let apps = app.system.logger("apps")
        let viewer = try await RawViewer(
            port: app.port(), sending: "ZXLOG/1 cbor level=warning label=app from=now\n")
        try await viewer.read { try $0.items().hello != nil }
        app.log.info("no")
        app.log.warning("a")
        apps.error("no")
        db.error("b")
        app.log.critical("c")
        try await viewer.read { try $0.items().records.count >= 3 }
        let items = try viewer.items()
        #expect(items.records.map(\.message) == ["a", "b", "c"])
        #expect(items.gaps.isEmpty)
        #expect(items.hello?.level == .warning)
        #expect(items.hello?.labels == ["app"])
        #expect(items.hello?.maxFrame == WireLimits.frame)
        await eventually {
            app.status.viewers.first.map { $0.cursor == app.system.status.next && $0.sent == 3 && $0.missed == 0 }
                == true
        }
    }

    @Test func `Text shows records as a console does, and no hello`() async throws {
        let app = try Broadcasting()
        app.log.info("hello\nworld")
        let viewer = try await RawViewer(port: app.port(), sending: "ZXLOG/1 text label=app\r\n")
        try await viewer.read { $0.lines.count >= 1 }
        #expect(viewer.lines[0].contains(#"INFO     app: hello\nworld (ZXKitLoggerTests/"#))
    }

    @Test(arguments: [
        ("HELLO\n", "bad-request"), ("\u{16}\u{3}\u{1}", "bad-request"), ("ZXLOG/2 cbor\n", "unsupported-version"),
        ("ZXLOG/1\n", "bad-request"), ("ZXLOG/1 xml\n", "unsupported-encoding"),
        ("ZXLOG/1 cbor level=loud\n", "bad-request"), ("ZXLOG/1 cbor level=info level=info\n", "bad-request"),
        ("ZXLOG/1 cbor  level=info\n", "bad-request"), ("ZXLOG/1 json from=yesterday\n", "bad-request"),
        ("ZXLOG/1 json heartbeat=0\n", "bad-request"), ("ZXLOG/1 json name=%FF\n", "bad-request"),
        ("ZXLOG/1 json id=ffffffffffffffff\n", "wrong-app"), ("ZXLOG/1 json \u{e9}\n", "bad-request"),
        ("ZXLOG/1 json name=" + String(repeating: "x", count: 1_100), "bad-request"),
    ])
    func `Bad input is answered by one line that names the error, and by nothing else`(
        input: String, code: String
    ) async throws {
        let app = try Broadcasting()
        app.log.info("secret")
        let viewer = try await RawViewer(port: app.port(), sending: input)
        try await viewer.readToEnd()
        #expect(viewer.lines.count == 1)
        #expect(viewer.text.hasPrefix("ZXLOG/1 error \(code) "))
        #expect(viewer.text.hasSuffix("\n"))
    }

    @Test func `A viewer that says nothing is told so after five seconds`() async throws {
        let app = try Broadcasting()
        let viewer = try await RawViewer(port: app.port(), sending: "ZXLOG/1 js")
        try await viewer.readToEnd()
        #expect(viewer.text.hasPrefix("ZXLOG/1 error timeout "))
    }

    @Test func `A browser gets a page that says what this is`() async throws {
        let app = try Broadcasting(name: "shop")
        let viewer = try await RawViewer(port: app.port(), sending: "GET / HTTP/1.1\r\nHost: x\r\n\r\n")
        try await viewer.readToEnd()
        #expect(viewer.text.hasPrefix("HTTP/1.1 200 OK\r\n"))
        #expect(viewer.text.contains("zxlog tail shop"))
        let head = try await RawViewer(port: app.port(), sending: "HEAD / HTTP/1.1\r\n\r\n")
        try await head.readToEnd()
        #expect(head.text.hasSuffix("\r\n\r\n"))
        #expect(head.text.contains("Content-Length: "))
    }

    @Test func `A viewer is granted no lower level than the app allows`() async throws {
        let app = try Broadcasting(mostVerbose: .notice)
        let viewer = try await RawViewer(port: app.port(), sending: "ZXLOG/1 cbor level=trace label=app\n")
        try await viewer.read { try $0.items().hello != nil }
        #expect(try viewer.items().hello?.level == .notice)
        app.log.info("no")
        app.log.notice("yes")
        try await viewer.read { try $0.items().records.count >= 1 }
        #expect(try viewer.items().records.map(\.message) == ["yes"])
    }

    @Test func `Both loopback addresses have the same port`() async throws {
        let app = try Broadcasting()
        app.log.info("one")
        let viewer = try await RawViewer(port: app.port(), sending: "ZXLOG/1 json\n", to: .loopbackV6)
        try await viewer.read { try $0.objects().count >= 2 }
    }

    @Test func `A new filter begins where its hello says, and a bad one changes nothing`() async throws {
        let app = try Broadcasting()
        let viewer = try await RawViewer(port: app.port(), sending: "ZXLOG/1 cbor from=now label=app\n")
        try await viewer.read { try $0.items().hello != nil }
        app.log.debug("no")
        app.log.info("one")
        try await viewer.read { try $0.items().records.count == 1 }
        try await viewer.send("set level=loud\nset level=debug label=app\n")
        try await viewer.read { try $0.items().count >= 4 }
        app.log.debug("two")
        try await viewer.read { try $0.items().records.count == 2 }
        let items = try viewer.items()
        #expect(items.records.map(\.message) == ["one", "two"])
        guard case .error(let refusal) = items[2], case .hello(let hello) = items[3] else {
            Issue.record("an error and a hello were expected: \(items)")
            return
        }
        #expect(refusal.code == .badRequest)
        #expect(hello.level == .debug)
        #expect(hello.start <= (items.records.last?.sequence ?? 0))
    }

    @Test func `A ping is answered by a heartbeat that carries its token`() async throws {
        let app = try Broadcasting()
        let viewer = try await RawViewer(port: app.port(), sending: "ZXLOG/1 cbor label=app\nping abc def\n")
        try await viewer.read { try $0.items().count >= 2 }
        guard case .heartbeat(let heartbeat)? = try viewer.items().last else {
            Issue.record("a heartbeat was expected")
            return
        }
        #expect(heartbeat.token == "abc def")
        #expect(heartbeat.sent == 0)
        #expect(heartbeat.done <= heartbeat.next)
    }

    @Test func `Heartbeats come by themselves, and a viewer that gives none is closed`() async throws {
        let app = try Broadcasting()
        let viewer = try await RawViewer(port: app.port(), sending: "ZXLOG/1 cbor label=app heartbeat=1\n")
        try await viewer.readToEnd()
        let items = try viewer.items()
        #expect(items.count(where: { if case .heartbeat = $0 { true } else { false } }) >= 2)
        guard case .error(let refusal)? = items.last else {
            Issue.record("an error was expected: \(items)")
            return
        }
        #expect(refusal.code == .timeout)
    }

    @Test func `A half-closed viewer that asked for heartbeats is told why it is closed`() async throws {
        let app = try Broadcasting()
        let viewer = try await RawViewer(port: app.port(), sending: "ZXLOG/1 cbor label=app heartbeat=1\n")
        try viewer.closeSending()
        try await viewer.readToEnd()
        guard case .error(let refusal)? = try viewer.items().last else {
            Issue.record("an error was expected: \(try viewer.items())")
            return
        }
        #expect(refusal.code == .timeout)
    }

    @Test func `Heartbeats of a text stream, which has no form for them, keep nobody busy`() async throws {
        let memory = MemorySink()
        let app = try Broadcasting(others: [memory])
        let viewer = try await RawViewer(port: app.port(), sending: "ZXLOG/1 text label=app heartbeat=1\n")
        try await viewer.readToEnd()
        // It was closed as silent after four seconds, all of which a loop that spins would have used.
        let watching = try #require(memory.records.first { $0.message.hasPrefix("viewer ") })
        let thread = try #require(watching.thread)
        #expect(try processorTicks(ofThread: thread) < 100)
    }

    @Test func `A shutdown ends each stream with all that was logged and a bye`() async throws {
        let app = try Broadcasting(options: .blocking)
        let viewer = try await RawViewer(port: app.port(), sending: "ZXLOG/1 cbor label=app\n")
        try await viewer.read { try $0.items().hello != nil }
        for number in 0..<1_000 {
            app.log.info("\(number)")
        }
        async let report = app.system.shutdown(deadline: .seconds(30))
        try await viewer.readToEnd()
        #expect(await report.isComplete)
        let items = try viewer.items()
        #expect(items.records.map(\.message) == (0..<1_000).map(String.init))
        #expect(items.last == .bye(reason: "shutdown"))
    }
}
