import Testing
import ZXKitLogCore
import ZXKitLogPOSIX
import ZXKitLogger

@Suite struct BroadcastTruthTests {
    @Test func `A late viewer gets the past from the oldest, the last few, or nothing of it`() async throws {
        let app = try Broadcasting(levels: LogLevels(.debug))
        for number in 1...10 {
            app.log.log(number.isMultiple(of: 2) ? .info : .debug, "\(number)")
        }
        await app.system.flush(deadline: .seconds(30))
        func messages(_ from: String, count: Int) async throws -> [String] {
            let viewer = try await RawViewer(port: app.port(), sending: "ZXLOG/1 cbor label=app\(from)\nping\n")
            try await viewer.read { viewer in
                try viewer.items().contains { if case .heartbeat = $0 { true } else { false } }
                    && viewer.items().records.count >= count
            }
            return try viewer.items().records.map(\.message)
        }
        #expect(try await messages("", count: 5) == ["2", "4", "6", "8", "10"])
        #expect(try await messages(" from=oldest level=debug", count: 10) == (1...10).map(String.init))
        #expect(try await messages(" from=last:2", count: 2) == ["8", "10"])
        #expect(try await messages(" from=last:3 level=debug", count: 3) == ["8", "9", "10"])
        #expect(try await messages(" from=last:100", count: 5) == ["2", "4", "6", "8", "10"])
        #expect(try await messages(" from=last:0", count: 0) == [])
        #expect(try await messages(" from=now", count: 0) == [])
    }

    @Test func `A viewer that was cut off goes on where it was, or is told what is gone`() async throws {
        var options = LogSystemOptions.blocking
        options.journalCapacity = 256 * 1_024
        let app = try Broadcasting(levels: LogLevels(.debug), options: options)
        let boot = app.system.status.boot
        app.log.info("first")
        let filler = String(repeating: "x", count: 1_000)
        for _ in 0..<1_000 {
            app.log.info("\(filler)")
        }
        await app.system.flush(deadline: .seconds(30))
        let held = app.system.status.oldest..<app.system.status.next
        #expect(held.lowerBound > 1)
        let viewer = try await RawViewer(port: app.port(), sending: "ZXLOG/1 cbor level=debug from=\(boot):2\n")
        try await viewer.read { try $0.items().records.count >= held.count }
        let items = try viewer.items()
        #expect(items.hello?.start == 2)
        #expect(items.gaps.first?.reason == .expired)
        #expect(items.gaps.first?.range?.lowerBound == 2)
        expectTruth(items, from: 2, until: items.records.last.map { $0.sequence + 1 } ?? 0)

        let next = try await RawViewer(port: app.port(), sending: "ZXLOG/1 cbor from=\(boot):\(UInt64.max) label=app\n")
        try await next.read { try $0.items().hello != nil }
        app.log.info("live")
        try await next.read { try $0.items().records.count >= 1 }
        #expect(try next.items().records.map(\.message) == ["live"])
        #expect(try next.items().gaps.isEmpty)
    }

    @Test func `A viewer of an earlier run is told that what is missing is unknown`() async throws {
        let app = try Broadcasting()
        app.log.info("one")
        await app.system.flush(deadline: .seconds(30))
        let viewer = try await RawViewer(
            port: app.port(), sending: "ZXLOG/1 cbor label=app from=00000000000000ff:77\n")
        try await viewer.read { try $0.items().records.count >= 1 }
        let items = try viewer.items()
        #expect(items.gaps.map(\.reason) == [.restarted])
        #expect(items.gaps.first?.range == nil)
        #expect(items.gaps.first?.count == nil)
        #expect(items.records.map(\.message) == ["one"])
        #expect(items.hello?.start == items.hello?.oldest)
    }

    @Test func `A viewer that stands still costs nobody anything and is told its gaps`() async throws {
        var options = LogSystemOptions.blocking
        options.journalCapacity = 512 * 1_024
        let app = try Broadcasting(levels: LogLevels(.debug), options: options)
        let hello = "ZXLOG/1 cbor level=debug from=\(app.system.status.boot):1\n"
        let healthy = try await RawViewer(port: app.port(), sending: hello)
        let slow = try await RawViewer(port: app.port(), sending: hello, receiveBuffer: 4_096)
        try await healthy.read { try $0.items().hello != nil }
        let filler = String(repeating: "y", count: 1_000)
        for number in 0..<8_000 {
            app.log.info("\(number) \(filler)")
            if number.isMultiple(of: 100) {
                // The healthy one keeps up: it never is further behind than what the journal holds.
                let beginning = "\(number) "
                try await healthy.read { viewer in
                    try viewer.items().lastRecord { $0.label == "app" }?.message.hasPrefix(beginning) == true
                }
            }
        }
        await app.system.flush(deadline: .seconds(30))
        let end = app.system.status.next
        #expect(end > 8_000)
        try await healthy.read { try $0.items().lastRecord()?.sequence == end - 1 }
        let all = try healthy.items()
        #expect(all.gaps.isEmpty)
        expectTruth(all, from: 1, until: end)

        try await slow.read { try $0.items().lastRecord()?.sequence == end - 1 }
        let some = try slow.items()
        #expect(some.gaps.contains { $0.reason == .overrun })
        expectTruth(some, from: 1, until: end)
        #expect(app.status.viewers.contains { $0.missed > 0 })
    }
}
