import Testing
import ZXKitLogCore
import ZXKitLogPOSIX

@testable import ZXKitLogger

@Suite struct BroadcastLimitTests {
    private static let hello = "ZXLOG/1 cbor label=app\n"

    @Test func `One viewer too many is refused as busy, and the others go on`() async throws {
        var limits = BroadcastLimits()
        limits.viewers = 2
        let app = try Broadcasting(limits: limits)
        var viewers: [RawViewer] = []
        for _ in 0..<2 {
            viewers.append(try await RawViewer(port: app.port(), sending: Self.hello))
        }
        for viewer in viewers {
            try await viewer.read { try $0.items().hello != nil }
        }
        let third = try await RawViewer(port: app.port(), sending: Self.hello)
        try await third.readToEnd()
        #expect(third.text.hasPrefix("ZXLOG/1 error busy "))
        app.log.info("still here")
        for viewer in viewers {
            try await viewer.read { try $0.items().records.count == 1 }
        }
        await eventually { app.status.viewers.count == 2 }
        #expect(app.status.refused == 1)
    }

    @Test func `A half-closed viewer makes room for a new one`() async throws {
        var limits = BroadcastLimits()
        limits.viewers = 1
        let app = try Broadcasting(limits: limits)
        let old = try await RawViewer(port: app.port(), sending: Self.hello)
        try old.closeSending()
        try await old.read { try $0.items().hello != nil }
        let new = try await RawViewer(port: app.port(), sending: Self.hello)
        try await new.read { try $0.items().hello != nil }
        try await old.readToEnd()
        guard case .error(let refusal)? = try old.items().last else {
            Issue.record("an error was expected")
            return
        }
        #expect(refusal.code == .busy)
    }

    @Test func `Connections that say nothing are bounded`() async throws {
        var limits = BroadcastLimits()
        limits.unfinishedHellos = 3
        let app = try Broadcasting(limits: limits)
        var silent: [RawViewer] = []
        for _ in 0..<3 {
            silent.append(try await RawViewer(port: app.port()))
        }
        let fourth = try await RawViewer(port: app.port())
        try await fourth.readToEnd()
        #expect(fourth.text.hasPrefix("ZXLOG/1 error busy "))
        _ = silent
    }

    @Test func `Connections from one address are bounded`() async throws {
        let app = try Broadcasting()
        var viewers: [RawViewer] = []
        for _ in 0..<8 {
            let viewer = try await RawViewer(port: app.port(), sending: Self.hello)
            try await viewer.read { try $0.items().hello != nil }
            viewers.append(viewer)
        }
        let ninth = try await RawViewer(port: app.port(), sending: Self.hello)
        try await ninth.readToEnd()
        #expect(ninth.text.hasPrefix("ZXLOG/1 error busy "))
        let other = try await RawViewer(port: app.port(), sending: Self.hello, to: .loopbackV6)
        try await other.read { try $0.items().hello != nil }
    }

    @Test func `A line without end, after a good hello, ends the connection with a reason`() async throws {
        let app = try Broadcasting()
        let viewer = try await RawViewer(port: app.port(), sending: Self.hello)
        try await viewer.send(String(repeating: "x", count: 2_000))
        try await viewer.readToEnd()
        guard case .error(let refusal)? = try viewer.items().last else {
            Issue.record("an error was expected")
            return
        }
        #expect(refusal.code == .badRequest)
    }

    @Test func `A taken port does not stop the app, and is taken once it is free`() async throws {
        let first = try Broadcasting()
        let port = try first.port()
        let system = try LogSystem(
            sinks: [BroadcastSink(name: "second", port: port, access: .loopback, isAdvertised: false)])
        #expect(system.status.broadcasts[0].port == nil)
        #expect(system.status.broadcasts[0].listenFailure?.contains("EADDRINUSE") == true)
        system.logger("app").info("kept")
        await first.system.shutdown(deadline: .seconds(10))
        await eventually { system.status.broadcasts[0].port == port }
        #expect(system.status.broadcasts[0].listenFailure == nil)
        let viewer = try await RawViewer(port: port, sending: Self.hello)
        try await viewer.read { try $0.items().records.map(\.message) == ["kept"] }
    }

    @Test func `A required port that is taken makes the system fail with the reason`() async throws {
        let first = try Broadcasting()
        let port = try first.port()
        let error = #expect(throws: LogError.self) {
            try LogSystem(
                sinks: [
                    BroadcastSink(name: "x", port: port, access: .loopback, isAdvertised: false, isRequired: true)
                ])
        }
        #expect(error?.code == .cannotListen)
        #expect(error?.description.contains("EADDRINUSE") == true)
    }

    @Test(arguments: [
        ("127.0.0.1", true, true, true), ("::1", true, true, true), ("::ffff:127.0.0.1", true, true, true),
        ("192.0.2.7", false, true, true), ("192.0.3.7", false, false, true), ("::ffff:192.0.2.9", false, true, true),
        ("fe80::1", false, true, true), ("2001:db8::5", false, true, true), ("2001:db9::5", false, false, true),
    ])
    func `The access rule goes by the address alone`(
        text: String, loopback: Bool, local: Bool, anywhere: Bool
    ) throws {
        let address = try #require(IPAddress.parse(text))
        let addresses = ["192.0.2.1": 24, "2001:db8::1": 64].compactMap { text, length in
            IPAddress.parse(text).map { NetworkInterface.Address(ip: $0, prefixLength: length) }
        }
        let interface = NetworkInterface(
            name: "eth0", index: 2, isUp: true, isLoopback: false, isMulticast: true, addresses: addresses)
        #expect(BroadcastAccess.loopback.admits(address, interfaces: { [] }) == loopback)
        #expect(BroadcastAccess.anywhere.admits(address, interfaces: { [] }) == anywhere)
        #expect(BroadcastAccess.localNetwork.admits(address, interfaces: { [interface] }) == local)
    }
}
