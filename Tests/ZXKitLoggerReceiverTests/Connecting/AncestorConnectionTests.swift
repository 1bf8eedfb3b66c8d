import Testing
import ZXKitDiscovery
import ZXKitLogCore
import ZXKitLogPOSIX

@testable import ZXKitLoggerReceiver

/// Apps that speak as those of the protocol's ancestors do: found, connected to and read.
@Suite(.timeLimit(.minutes(2)))
struct AncestorConnectionTests {
    private static func record(_ content: String, type: Int = 1, second: Int = 1) -> String {
        "\(type)|File: A.swift -- Line: 4 -- Function:A.f() ----|165942912\(second).25|\(content)"
    }

    /// Advertises a fake app as theirs are, finds it, and connects to it.
    private func connection(
        to app: FakeApp, node: String = "ZXKitLoggerBonjour", type: String = ServiceText.serviceType,
        options: LogConnection.Options = .init(level: .debug)
    ) async throws -> LogConnection {
        let network = InMemoryDiscovery()
        let advertisement = ServiceAdvertisement(
            name: "ada-iPhone", type: type, port: app.port, text: [Array("node=\(node)".utf8)], scope: .loopback)
        let publication = network.publish(advertisement) { _ in }
        for await event in ServiceBrowser(discovery: network) {
            guard let service = event.found else { continue }
            #expect(service.protocolVersion == nil && service.name == "ada-iPhone")
            return LogConnection(.service(service), options: options, timing: .quick) { network }
        }
        _ = publication
        throw FakeApp.Failure(description: "nothing was found")
    }

    @Test(arguments: [
        ("ZXKitLoggerBonjour", "_zxkitlogger._tcp", "ZXKitLogger_tcp_auth"),
        ("DDLoggerSwiftBonjour", "_DDLoggerSwift._tcp", "DDLoggerSwift_tcp_auth"),
    ])
    func `An app is asked for its past in its own words, and glued and split records come out whole`(
        node: String, type: String, request: String
    ) async throws {
        let app = try FakeApp { listener in
            let peer = try listener.accept()
            #expect(try peer.read(count: request.utf8.count) == request)
            try peer.send(Array((Self.record("a|b||c") + Self.record("", type: 2) + Self.record("🙂\nx", type: 4)).utf8))
            for byte in Self.record("split", type: 0).utf8 { try peer.send([byte]) }
            try peer.send(Array(Self.record("secret", type: 8).utf8))
            try peer.waitForEnd()
        }
        do {
            var records: [LogRecord] = []
            for await event in try await connection(to: app, node: node, type: type) {
                switch event {
                case .state(.connected(let hello)): #expect(hello.version == 0 && hello.boot.isEmpty)
                case .record(let record): records.append(record)
                default: break
                }
                if records.count == 5 { break }
            }
            #expect(records.map(\.message) == ["a|b||c", "", "🙂\nx", "split", "secret"])
            #expect(records.map(\.level) == [.info, .warning, .error, .debug, .info])
            #expect(records.allSatisfy { $0.sequence == 0 && $0.label == "ada-iPhone" && $0.line == 4 })
            #expect(records.last?.metadata == ["privacy": "encrypted"])
        }
        try await app.finish()
    }

    @Test func `After a cut the past comes again, and only what is new of it is handed on`() async throws {
        let app = try FakeApp { listener in
            for messages in [["1", "2", "2"], ["1", "2", "2", "3", "4"]] {
                let peer = try listener.accept()
                _ = try peer.read(count: "ZXKitLogger_tcp_auth".utf8.count)
                try peer.send(Array(messages.map { Self.record($0) }.joined().utf8))
            }
        }
        var messages: [String] = []
        var cuts = 0
        for await event in try await connection(to: app) {
            if case .record(let record) = event { messages.append(record.message) }
            if case .state(.waiting(let reason, _)) = event {
                #expect(reason.code == .cut || reason.code == .connectFailed)
                cuts += 1
            }
            if messages.count == 5 { break }
        }
        // Two that are the same on one connection are two.
        #expect(messages == ["1", "2", "2", "3", "4"])
        #expect(cuts >= 1)
        try await app.finish()
    }

    @Test func `Whoever wants only what is to come asks for nothing, and the level is kept`() async throws {
        let start = ContinuousClock.now
        let app = try FakeApp { listener in
            let peer = try listener.accept()
            try peer.send(Array((Self.record("no", type: 0) + Self.record("yes", type: 2)).utf8))
            // The first that it hears is a sign of life, after five seconds.
            #expect(try peer.read(count: 1) == "h")
            #expect(ContinuousClock.now - start >= .seconds(5))
            try peer.send(Array(Self.record("end", type: 4).utf8))
            try peer.waitForEnd()
        }
        do {
            var messages: [String] = []
            for await event in try await connection(to: app, options: .init(level: .warning, start: .now)) {
                if case .record(let record) = event { messages.append(record.message) }
                if messages.last == "end" { break }
            }
            #expect(messages == ["yes", "end"])
        }
        try await app.finish()
    }

    @Test func `What is no log ends the connection with the reason`() async throws {
        let app = try FakeApp { listener in
            let peer = try listener.accept()
            let garbage = [UInt8](repeating: UInt8(ascii: "x"), count: 5_000_000)
            try? peer.send(garbage)
            try peer.waitForEnd()
        }
        var events = EventReader(try await connection(to: app, options: .init(reconnects: false)))
        while !events.story.contains(where: { $0.hasPrefix("ended") }) { _ = try await events.next() }
        #expect(events.story.last == "ended malformed")
        try await app.finish()
    }
}
