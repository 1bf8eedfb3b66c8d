import Testing
import ZXKitLogCore
import ZXKitLogPOSIX

@testable import ZXKitLogger

/// Viewers that stand still in the middle of a record keep its memory, within a bound.
@Suite struct BroadcastPinTests {
    private static func large(_ number: Int) -> String {
        "\(number) " + String(repeating: "z", count: 1_000_000)
    }

    @Test func `A viewer that keeps more memory than the journal may have is cut off, and the others are not`()
        async throws
    {
        var options = LogSystemOptions.blocking
        options.journalCapacity = Journal.minimumCapacity
        let app = try Broadcasting(options: options)
        let hello = "ZXLOG/1 cbor label=app heartbeat=1\n"
        let stuck = try await RawViewer(port: app.port(), sending: hello, receiveBuffer: 4_096)
        try await stuck.read { try $0.items().hello != nil }
        // More than the kernel takes, so that it stands in the middle of one of these.
        for number in 0..<8 {
            app.log.info("\(Self.large(number))")
            await app.system.flush(deadline: .seconds(30))
        }
        await eventually { app.status.cutOff == 1 }
        try await stuck.readToEnd()
        // What it got is whole but for the last frame, of which it has a part.
        let got = try stuck.items().records
        #expect(got.map(\.message) == (0..<got.count).map(Self.large))
        // It comes back and is told what it missed.
        let next = try got.last.map { $0.sequence + 1 } ?? #require(stuck.items().hello?.start)
        let again = try await RawViewer(
            port: app.port(), sending: "ZXLOG/1 cbor from=\(app.system.status.boot):\(next)\n")
        let end = app.system.status.next
        try await again.read { try $0.items().records.last?.sequence == end - 1 }
        expectTruth(try again.items(), from: next, until: end)
        #expect(app.status.viewers.count == 1)
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
