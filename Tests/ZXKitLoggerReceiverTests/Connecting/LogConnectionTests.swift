import Testing
import ZXKitLogCore
import ZXKitLogPOSIX

@testable import ZXKitLoggerReceiver

/// A connection to a fake app: what it asks, what it hands on.
@Suite(.timeLimit(.minutes(1)))
struct LogConnectionTests {
    @Test func `The hello line asks for what the options say`() async throws {
        let app = try FakeApp { listener in
            let (peer, line) = try listener.acceptViewer()
            #expect(line.encoding == .cbor)
            #expect(line.filter == RecordFilter(level: .debug, labels: ["api", "db pool"]))
            #expect(line.start == .last(7))
            #expect(line.heartbeat == 9)
            #expect(line.name == "ada")
            #expect(line.id == nil, "whatever answers at an address is wanted")
            try peer.send([hello()])
            try peer.waitForEnd()
        }
        var options = LogConnection.Options(level: .debug, labels: ["api", "db pool"], start: .last(7), name: "ada")
        options.heartbeat = .milliseconds(8001)
        do {
            var events = EventReader(LogConnection.quick(to: app, options: options))
            try await events.read(until: "connected \(someBoot)")
            #expect(events.story == ["connecting", "connected \(someBoot)"])
        }
        try await app.finish()
    }

    @Test func `Records, gaps and heartbeats come in order from a stream of single bytes`() async throws {
        let items = [hello()] + records(1...3) + [gap(4...8, .overrun), record(9), heartbeat(next: 12, done: 12)]
        let app = try FakeApp { listener in
            let (peer, _) = try listener.acceptViewer()
            for byte in frames(items) { try peer.send([byte]) }
            try peer.waitForEnd()
        }
        var events = EventReader(LogConnection.quick(to: app))
        try await events.read(until: "heartbeat 12")
        #expect(events.content == ["record 1", "record 2", "record 3", "gap 4-8 overrun", "record 9"])
    }

    @Test func `A record arrives as it was sent, and a thousand glued frames all arrive`() async throws {
        let items = [hello()] + records(1...1000)
        let app = try FakeApp { listener in
            let (peer, _) = try listener.acceptViewer()
            try peer.send(items)
            try peer.waitForEnd()
        }
        var received: [WireItem] = []
        for await event in LogConnection.quick(to: app) {
            guard case .record(let record) = event else { continue }
            received.append(.record(record))
            if received.count == 1000 { break }
        }
        #expect(received == Array(items.dropFirst()))
    }

    @Test func `A later hello is handed on in its place`() async throws {
        let app = try FakeApp { listener in
            let (peer, _) = try listener.acceptViewer()
            try peer.send([hello(), record(1), hello(), record(2)])
            try peer.waitForEnd()
        }
        var events = EventReader(LogConnection.quick(to: app))
        try await events.read(until: "record 2")
        #expect(events.story.suffix(3) == ["record 1", "hello \(someBoot)", "record 2"])
    }

    @Test func `A host name is looked up`() async throws {
        let app = try FakeApp { listener in
            let (peer, _) = try listener.acceptViewer()
            try peer.send([hello(), record(1)])
            try peer.waitForEnd()
        }
        var events = EventReader(
            LogConnection(.host("localhost", port: app.port), options: .init(), timing: .quick))
        try await events.read(until: "record 1")
    }

    @Test func `Options that make too long a line end the stream with that reason`() async throws {
        let options = LogConnection.Options(labels: [String(repeating: "x", count: 1000)])
        var events = EventReader(LogConnection(host: "127.0.0.1", port: 1, options: options))
        try await events.read(until: "ended invalidOptions")
    }

    @Test func `A connection that is not to reconnect ends with the reason`() async throws {
        let app = try FakeApp { listener in
            let (peer, _) = try listener.acceptViewer()
            try peer.send([hello(), record(1), .bye(reason: "shutdown")])
        }
        var events = EventReader(LogConnection.quick(to: app, options: .init(reconnects: false)))
        try await events.read(until: "ended appEnded")
        #expect(events.content == ["record 1"])
        #expect(await events.isAtEnd())
    }
}
