import Foundation
import Testing
import ZXKitLogCore
import ZXKitLogger

@Suite struct BroadcastLevelTests {
    private let info = LogLevels(.info)

    @Test func `A viewer lowers what is captured of the labels that it watches, and of no other`() async throws {
        let path = FileManager.default.temporaryDirectory.appending(path: "levels-\(UUID().uuidString).log").path()
        defer { try? FileManager.default.removeItem(atPath: path) }
        let memory = MemorySink(level: .info)
        let app = try Broadcasting(others: [memory, FileSink(path)])
        let db = app.system.logger("app.db")
        let other = app.system.logger("other")
        #expect(!db.isEnabled(.debug))
        #expect(app.system.status.captured == info)
        let viewer = try await RawViewer(port: app.port(), sending: "ZXLOG/1 cbor level=debug label=app from=now\n")
        await eventually { db.isEnabled(.debug) }
        #expect(!other.isEnabled(.debug) && !db.isEnabled(.trace))
        #expect(app.system.logger("app.new").isEnabled(.debug))
        #expect(app.system.status.captured == LogLevels(.info, ["app": .debug]))
        db.debug("seen")
        db.info("by all")
        try await viewer.read { try $0.items().records.count == 2 }
        #expect(try viewer.items().records.map(\.message) == ["seen", "by all"])
        #expect(try viewer.items().hello?.level == .debug)
        await app.system.flush(deadline: .seconds(30))
        // What only a viewer asked for never gets there.
        #expect(memory.records.filter { $0.label != "zxkit" }.map(\.message) == ["by all"])
        #expect(try !String(contentsOfFile: path, encoding: .utf8).contains("seen"))
        #expect(try String(contentsOfFile: path, encoding: .utf8).contains("by all"))
    }

    @Test func `No viewer lowers it below what the app allows`() async throws {
        let app = try Broadcasting(levels: LogLevels(.trace), mostVerbose: .warning)
        #expect(app.status.levels == LogLevels(.warning))
        let viewer = try await RawViewer(port: app.port(), sending: "ZXLOG/1 cbor level=trace\n")
        try await viewer.read { try $0.items().hello != nil }
        #expect(try viewer.items().hello?.level == .warning)
        #expect(app.system.status.captured == LogLevels(.warning))
        try app.system.setLevels(LogLevels(.debug), ofSink: "test")
        #expect(app.status.levels == LogLevels(.warning))
        #expect(app.status.mostVerbose == .warning)
    }

    @Test func `What a viewer wanted is held for a while after it left, and then goes back`() async throws {
        for (hold, end) in [(Duration.seconds(600), LogLevels(.debug)), (.milliseconds(50), LogLevels(.info))] {
            let app = try Broadcasting(levelHold: hold)
            do {
                let viewer = try await RawViewer(port: app.port(), sending: "ZXLOG/1 cbor level=debug\n")
                try await viewer.read { try $0.items().hello != nil }
                await eventually { app.system.status.captured == LogLevels(.debug) }
            }
            // Something is to be sent, or nobody notices that it is gone.
            await eventually {
                app.log.info("anybody there?")
                return app.status.viewers.isEmpty
            }
            await eventually { app.system.status.captured == end }
            #expect(app.log.isEnabled(.debug) == (end == LogLevels(.debug)))
        }
    }

    @Test func `A viewer that wants less has what it wanted held as well`() async throws {
        let app = try Broadcasting(levelHold: .milliseconds(50))
        let viewer = try await RawViewer(port: app.port(), sending: "ZXLOG/1 cbor level=debug label=app\n")
        await eventually { app.system.status.captured == LogLevels(.info, ["app": .debug]) }
        try await viewer.send("set level=debug label=app.db\n")
        await eventually { app.system.status.captured == LogLevels(.info, ["app.db": .debug]) }
        try await viewer.send("set level=warning\n")
        await eventually { app.system.status.captured == info }
        #expect(app.status.viewers.map(\.level) == [.warning])
    }

    @Test func `A late viewer is told that what nobody wanted was not captured`() async throws {
        let app = try Broadcasting()
        app.log.info("1")
        app.log.debug("no")
        app.log.info("2")
        await app.system.flush(deadline: .seconds(30))
        let viewer = try await RawViewer(port: app.port(), sending: "ZXLOG/1 cbor level=debug\n")
        await eventually { app.log.isEnabled(.debug) }
        app.log.debug("3")
        try await viewer.read { try $0.items().records.contains { $0.message == "3" } }
        let items = try viewer.items()
        let gaps = items.gaps
        #expect(gaps.allSatisfy { $0.reason == .level && $0.count == nil })
        #expect(gaps.first?.range?.lowerBound == 1)
        let last = try #require(items.records.first { $0.message == "2" }).sequence
        #expect((gaps.first?.range?.upperBound ?? 0) >= last)
        // It stands before the records of its range, and those come all the same.
        guard case .gap? = items.dropFirst().first else {
            Issue.record("a gap was expected: \(items)")
            return
        }
        #expect(items.records.filter { $0.label == "app" }.map(\.message) == ["1", "2", "3"])
        expectGapsBeforeTheirRecords(items)

        let modest = try await RawViewer(port: app.port(), sending: "ZXLOG/1 cbor\nping\n")
        try await modest.read { try $0.items().records.contains { $0.message == "2" } }
        #expect(try modest.items().gaps.isEmpty)
    }

    @Test func `A short cut loses nothing, and a long one is told`() async throws {
        for (hold, isLong) in [(Duration.seconds(600), false), (.milliseconds(20), true)] {
            let app = try Broadcasting(levelHold: hold)
            let boot = app.system.status.boot
            var next: UInt64 = 0
            do {
                let viewer = try await RawViewer(port: app.port(), sending: "ZXLOG/1 cbor level=debug label=app\n")
                await eventually { app.status.viewers.count == 1 }
                app.log.debug("before")
                // The viewer's wish was made by then, so this has the history know it.
                await app.system.flush(deadline: .seconds(30))
                app.log.debug("still before")
                try await viewer.read { try $0.items().records.count == 2 }
                next = try #require(viewer.items().records.last).sequence + 1
            }
            await eventually {
                app.log.info("anybody there?")
                return app.status.viewers.isEmpty
            }
            if isLong { await eventually { !app.log.isEnabled(.debug) } }
            app.log.debug("during")
            app.log.info("after")
            await app.system.flush(deadline: .seconds(30))
            let end = app.system.status.next
            let again = try await RawViewer(
                port: app.port(), sending: "ZXLOG/1 cbor level=debug label=app from=\(boot):\(next)\n")
            try await again.read { try $0.items().records.last?.message == "after" }
            let items = try again.items()
            #expect(items.records.contains { $0.message == "during" } != isLong)
            #expect(items.gaps.allSatisfy { $0.reason == .level })
            #expect(items.gaps.isEmpty != isLong)
            #expect(items.gaps.allSatisfy { ($0.range?.lowerBound ?? 0) > next })
            #expect(!isLong || items.gaps.last?.range?.upperBound == end - 1)
            expectGapsBeforeTheirRecords(items)
        }
    }

    @Test func `A viewer that asks for more is told what was not captured before`() async throws {
        let app = try Broadcasting()
        let viewer = try await RawViewer(port: app.port(), sending: "ZXLOG/1 cbor label=app from=now\n")
        try await viewer.read { try $0.items().hello != nil }
        app.log.info("1")
        try await viewer.read { try $0.items().records.count == 1 }
        #expect(try viewer.items().gaps.isEmpty)
        try await viewer.send("set level=debug label=app\n")
        var number = 1
        // Between the wish and its effect there are numbers that are told.
        await eventually {
            number += 1
            app.log.info("\(number)")
            app.log.debug("debug \(number)")
            return app.log.isEnabled(.debug)
        }
        app.log.debug("last")
        try await viewer.read { try $0.items().records.last?.message == "last" }
        let items = try viewer.items()
        let hellos = items.compactMap { if case .hello(let hello) = $0 { hello } else { nil } }
        #expect(hellos.map(\.level) == [.info, .debug])
        #expect(items.gaps.allSatisfy { $0.reason == .level && ($0.range?.lowerBound ?? 0) >= hellos[1].start })
        let infos = items.records.filter { $0.level == .info && $0.label == "app" }.map(\.message)
        #expect(infos == (1...number).map(String.init))
        expectGapsBeforeTheirRecords(items)
    }

    @Test func `Two broadcasts have viewers' wishes of their own`() async throws {
        let sinks = ["one", "two"].map {
            BroadcastSink(
                name: $0, access: .loopback, levels: LogLevels(.error), mostVerbose: $0 == "one" ? .trace : .info,
                isAdvertised: false)
        }
        let system = try LogSystem(sinks: sinks)
        let ports = try system.status.broadcasts.map { try #require($0.port) }
        let first = try await RawViewer(port: ports[0], sending: "ZXLOG/1 cbor level=trace label=a\n")
        let second = try await RawViewer(port: ports[1], sending: "ZXLOG/1 cbor level=trace label=b\n")
        await eventually { system.status.captured == LogLevels(.error, ["a": .trace, "b": .info]) }
        try await first.read { try $0.items().hello?.level == .trace }
        try await second.read { try $0.items().hello?.level == .info }
    }

    @Test func `After a shutdown nothing is captured, whoever still watches`() async throws {
        let app = try Broadcasting()
        let viewer = try await RawViewer(port: app.port(), sending: "ZXLOG/1 cbor level=debug\n")
        await eventually { app.log.isEnabled(.debug) }
        await app.system.shutdown(deadline: .seconds(5))
        app.system.setLevels(LogLevels(.trace))
        try await viewer.readToEnd()
        #expect(!app.log.isEnabled(.critical))
        #expect(app.system.status.captured == .off)
    }
}

/// A level gap comes before the first record of its range, so that a viewer knows how to take what follows.
func expectGapsBeforeTheirRecords(_ items: [WireItem], sourceLocation: SourceLocation = #_sourceLocation) {
    var newest: UInt64 = 0
    for item in items {
        switch item {
        case .record(let record):
            #expect(record.sequence > newest, sourceLocation: sourceLocation)
            newest = record.sequence
        case .gap(let gap):
            #expect((gap.range?.lowerBound ?? .max) > newest, sourceLocation: sourceLocation)
        default: break
        }
    }
}
