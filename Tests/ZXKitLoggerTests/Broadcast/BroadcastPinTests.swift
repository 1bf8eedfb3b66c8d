import Testing
import ZXKitLogCore
import ZXKitLogPOSIX

@testable import ZXKitLogger

/// Viewers that stand still in the middle of a record keep its memory, within a bound.
@Suite struct BroadcastPinTests {
    private static func large(_ number: Int) -> String {
        "\(number) " + String(repeating: "z", count: 1_000_000)
    }

    @Test func `Viewers that keep too much memory taken are cut off, those with the oldest records first`() async throws
    {
        var options = LogSystemOptions.blocking
        options.journalCapacity = Journal.minimumCapacity
        var limits = BroadcastLimits()
        limits.perAddress = 16
        let app = try Broadcasting(limits: limits, options: options)
        var stuck: [RawViewer] = []
        var number = 0
        for _ in 0..<6 {
            let hello = "ZXLOG/1 cbor label=app from=now\n"
            let viewer = try await RawViewer(port: app.port(), sending: hello, receiveBuffer: 32 * 1_024)
            try await viewer.read { try $0.items().hello != nil }
            stuck.append(viewer)
            // More than the kernel takes of a viewer, so that each stands still in the middle of another record.
            for _ in 0..<3 {
                app.log.info("\(Self.large(number))")
                await app.system.flush(deadline: .seconds(30))
                number += 1
            }
        }
        // Four records of a megabyte may be kept.
        await eventually { app.status.cutOff == 2 && app.status.viewers.count == 4 }
        for (index, viewer) in stuck.prefix(2).enumerated() {
            try await viewer.readToEnd()
            // What it got is whole but for the last frame, of which it has a part.
            let got = try viewer.items().records
            #expect(got.map(\.message) == (0..<got.count).map { Self.large(3 * index + $0) })
            // It comes back and is told what it missed.
            let next = try got.last.map { $0.sequence + 1 } ?? #require(viewer.items().hello?.start)
            let again = try await RawViewer(
                port: app.port(), sending: "ZXLOG/1 cbor from=\(app.system.status.boot):\(next)\n")
            let end = app.system.status.next
            try await again.read { try $0.items().lastRecord()?.sequence == end - 1 }
            expectTruth(try again.items(), from: next, until: end)
        }
    }

    @Test func `A viewer that reads one record larger than the journal gets it whole, though it fell off meanwhile`()
        async throws
    {
        var options = LogSystemOptions.blocking
        options.journalCapacity = Journal.minimumCapacity
        let app = try Broadcasting(options: options)
        let hello = "ZXLOG/1 cbor from=now\n"
        let viewer = try await RawViewer(port: app.port(), sending: hello, receiveBuffer: 32 * 1_024)
        try await viewer.read { try $0.items().hello != nil }
        app.log.info("\(Self.large(0))")
        try await viewer.read { $0.bytes.count > 10_000 }
        for number in 1..<8 {
            app.log.info("\(Self.large(number))")
            await app.system.flush(deadline: .seconds(30))
        }
        let end = app.system.status.next
        try await viewer.read { try $0.items().lastRecord()?.sequence == end - 1 }
        #expect(app.status.cutOff == 0)
        #expect(try viewer.items().records.first { $0.label == "app" }?.message == Self.large(0))
        expectTruth(try viewer.items(), from: try #require(viewer.items().hello?.start), until: end)
    }

    @Test(arguments: [0, 4_000, 20_000, 300_000])
    func `A viewer that reads little by little gets every byte, whatever the size of records`(size: Int) async throws {
        let app = try Broadcasting(options: .blocking)
        let viewer = try await RawViewer(
            port: app.port(), sending: "ZXLOG/1 cbor label=app\n", receiveBuffer: 64 * 1_024)
        try await viewer.read { try $0.items().hello != nil }
        let filler = String(repeating: "s", count: size)
        // As many as the journal holds several times over would be told as gaps; these all fit into it.
        let count = min(2_000, 4_000_000 / (size + 200))
        for number in 0..<count {
            app.log.info("\(number) \(filler)")
        }
        await app.system.flush(deadline: .seconds(30))
        try await viewer.read { try $0.items().records.count == count }
        #expect(try viewer.items().records.map(\.message) == (0..<count).map { "\($0) \(filler)" })
    }
}
