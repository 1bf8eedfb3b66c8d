import Testing
import ZXKitDiscovery
import ZXKitLogCore
import ZXKitLogPOSIX

@testable import ZXKitLoggerReceiver

/// Connections to a discovered service: which app may answer, and where it is looked for after a cut.
@Suite(.timeLimit(.minutes(1)))
struct ServiceConnectionTests {
    let discovery = ScriptedDiscovery()

    private func connection(to service: LogService, timing: ConnectionTiming = .quick) -> LogConnection {
        LogConnection(.service(service), options: .init(), timing: timing) { [discovery] in discovery }
    }

    @Test func `The app is asked whether it is the one that is meant`() async throws {
        let app = try FakeApp { listener in
            let (peer, line) = try listener.acceptViewer()
            #expect(line.id == someApp)
            try peer.send(Array("ZXLOG/1 error wrong-app this is stock\n".utf8))
        }
        var events = EventReader(connection(to: .fake(addresses: [app.address])))
        #expect(try await events.nextTrouble().reason.refusalCode == "wrong-app")
        try await app.finish()
    }

    @Test func `After a cut the newest port is used, at once, and the stream resumes there`() async throws {
        let first = try FakeApp { listener in
            let (peer, _) = try listener.acceptViewer()
            try peer.send([hello()] + records(1...3))
        }
        let second = try FakeApp { listener in
            let (peer, line) = try listener.acceptViewer()
            #expect(line.start == .resume(boot: someBoot, sequence: 4))
            try peer.send([hello(boot: otherBoot), gap(nil, .restarted), record(1)])
            try peer.waitForEnd()
        }
        // With such delays nothing but the news from discovery lets it try again in time.
        var timing = ConnectionTiming()
        timing.firstDelay = .seconds(3600)
        timing.longestDelay = .seconds(3600)
        do {
            var events = EventReader(connection(to: .fake(addresses: [first.address]), timing: timing))
            #expect(try await events.nextTrouble().reason.code == .cut)
            await discovery.wait { $0.browserCount == 1 }
            let app = SeenApp(boot: otherBoot, port: second.port)
            let stranger = SeenApp(instanceName: "stranger")
            discovery.tell(.added(stranger.instance()))
            try discovery.show(app, at: "127.0.0.1")
            try await events.read(until: "record 1")
            #expect(discovery.resolved == [app.instance()], "only what is advertised under its name is resolved")
            #expect(events.content == (1...3).map { "record \($0)" } + ["gap ? restarted", "record 1"])
            await discovery.wait { $0.browserCount == 0 && $0.resolverCount == 0 }
        }
        try await second.finish()
    }

    @Test func `While discovery knows nothing new the old address is tried`() async throws {
        let app = try FakeApp { listener in
            for sequence in 1...2 {
                let (peer, _) = try listener.acceptViewer()
                try peer.send([hello(), record(UInt64(sequence))])
            }
        }
        var events = EventReader(connection(to: .fake(addresses: [app.address])))
        try await events.read(until: "record 2")
        #expect(events.content == ["record 1", "record 2"])
    }

    @Test func `Nobody browses while a service is connected, or after the connection was dropped`() async throws {
        let app = try FakeApp { listener in
            let (peer, _) = try listener.acceptViewer()
            try peer.send([hello(), record(1)])
        }
        do {
            var events = EventReader(connection(to: .fake(addresses: [app.address])))
            try await events.read(until: "record 1")
            _ = try await events.nextTrouble()
            await discovery.wait { $0.browserCount == 1 }
        }
        await discovery.wait { $0.browserCount == 0 }
    }
}
