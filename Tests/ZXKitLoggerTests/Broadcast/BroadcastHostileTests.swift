import Foundation
import Testing
import ZXKitLogCore
import ZXKitLogPOSIX

@testable import ZXKitLogger

/// A crowd of peers that mean no good, beside one that only watches.
@Suite struct BroadcastHostileTests {
    /// What a peer does, and then leaves.
    private enum Mischief: CaseIterable {
        case nothing, partOfHello, garbage, garbageAfterHello, tooLongLine, trace, flood, neverReads, reset

        var hello: String {
            switch self {
            case .nothing: ""
            case .partOfHello: "ZXLOG/1 cb"
            case .garbage: "\u{16}\u{3}\u{1}\u{0}"
            case .garbageAfterHello: "ZXLOG/1 cbor\n\u{0}\u{1F}\u{7F}\nset level=loud\nset label=\n"
            case .tooLongLine: "ZXLOG/1 cbor\n" + String(repeating: "x", count: 2_000)
            case .trace: "ZXLOG/1 cbor level=trace\n"
            case .flood: "ZXLOG/1 json\n" + String(repeating: "ping\nset level=trace\n", count: 500)
            case .neverReads: "ZXLOG/1 json level=debug\n"
            case .reset: "ZXLOG/1 text\n"
            }
        }
    }

    /// Connects, says something, perhaps reads a little, and goes at once, so that what is under way is reset.
    private static func misbehave(_ mischief: Mischief, port: UInt16, using random: inout SeededGenerator) throws {
        let socket = try Socket.connecting(to: SocketAddress(ip: .loopbackV4, port: port))
        guard try socket.wait(for: .writable, timeout: .seconds(30)), socket.connectionResult() == nil else { return }
        let words = Array(mischief.hello.utf8)
        let count = mischief == .reset ? Int.random(in: 0...words.count, using: &random) : words.count
        let piece = Array(words.prefix(count))
        _ = try? socket.send(piece.span.bytes)
        guard Bool.random(using: &random), mischief != .neverReads else { return }
        var bytes: [UInt8] = []
        _ = try socket.wait(for: .readable, timeout: .milliseconds(Int.random(in: 0...3, using: &random)))
        _ = try? socket.receive(appendingTo: &bytes, atMost: Int.random(in: 1...1_000, using: &random))
    }

    private static func descriptorCount() throws -> Int {
        try FileManager.default.contentsOfDirectory(atPath: "/proc/self/fd").count
    }

    @Test func `Three thousand of them are each counted and cost nothing that stays, and the one beside them gets all`()
        async throws
    {
        // A process of its own, whose descriptors are its alone.
        await #expect(processExitsWith: .success) {
            var limits = BroadcastLimits()
            limits.perAddress = 32
            let app = try Broadcasting(limits: limits, options: .blocking)
            await eventually { app.system.status.next > 1 }
            let healthy = try await RawViewer(port: app.port(), sending: "ZXLOG/1 cbor label=app from=now\n")
            try await healthy.read { try $0.items().hello != nil }
            let before = try Self.descriptorCount()
            let port = try app.port()
            await onThreads(
                (0..<4).map { thread in
                    {
                        var random = SeededGenerator(for: "hostile peers \(thread)")
                        for number in 0..<750 {
                            let mischief = Mischief.allCases.randomElement(using: &random) ?? .nothing
                            try? Self.misbehave(mischief, port: port, using: &random)
                            app.log.info("\(thread).\(number)")
                        }
                    }
                })
            try await healthy.read { try $0.items().records.count == 3_000 }
            #expect(try healthy.items().gaps.isEmpty)
            let own = try Dictionary(grouping: healthy.items().records.map(\.message)) { $0.prefix { $0 != "." } }
            for (thread, messages) in own {
                #expect(messages == (0..<750).map { "\(thread).\($0)" })
            }
            // All of them leave no trace but in the counts.
            try await eventually { try Self.descriptorCount() <= before }
            #expect(app.status.viewers.count == 1)
            #expect(app.status.refused > 100 && app.status.cutOff > 10)
        }
    }
}
