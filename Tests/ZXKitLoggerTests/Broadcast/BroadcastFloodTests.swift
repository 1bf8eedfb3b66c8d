import Foundation
import Testing
import ZXKitLogCore
import ZXKitLogPOSIX

@testable import ZXKitLogger

@Suite struct BroadcastFloodTests {
    @Test func `A viewer that sends commands and reads nothing neither makes the app grow nor keeps others waiting`()
        async throws
    {
        let app = try Broadcasting()
        let healthy = try await RawViewer(port: app.port(), sending: "ZXLOG/1 cbor label=app from=now\n")
        try await healthy.read { try $0.items().hello != nil }
        // Nothing of what is answered is read, so that the app's side has to hold the viewer back.
        let flood = try Socket.connecting(to: SocketAddress(ip: .loopbackV4, port: app.port()))
        try flood.setReceiveBufferSize(4_096)
        let commands = Array(("ZXLOG/1 json from=now\n" + String(repeating: "set\n", count: 16_384)).utf8)
        var taken = 0
        var refusals = 0
        while refusals < 200, taken < 256 * commands.count {
            switch Result(catching: { try flood.send(commands.span.bytes) }) {
            case .success(.bytes(let count)): taken += count
            default:
                refusals += 1
                try await Task.sleep(for: .milliseconds(5))
            }
        }
        // The kernel holds some megabytes of commands for the two of them; all that the app took has been answered.
        #expect(refusals == 200, "the app took \(taken) bytes of commands and didn't hold the viewer back")
        app.log.info("live")
        try await healthy.read { try $0.items().records.count == 1 }
        #expect(try healthy.items().records.map(\.message) == ["live"])
    }

    @Test func `Viewers that come all at once, each with its hello, are no unfinished ones`() async throws {
        var limits = BroadcastLimits()
        limits.perAddress = 64
        let app = try Broadcasting(limits: limits)
        app.log.info("one")
        await app.system.flush(deadline: .seconds(30))
        let port = try app.port()
        let viewers = try await withThrowingTaskGroup(of: [WireItem].self) { group in
            for _ in 0..<64 {
                group.addTask {
                    let viewer = try await RawViewer(port: port, sending: "ZXLOG/1 cbor label=app\n")
                    try await viewer.read { try $0.items().records.count == 1 }
                    return try viewer.items()
                }
            }
            return try await group.reduce(into: []) { $0.append($1) }
        }
        #expect(viewers.count == 64)
        #expect(viewers.allSatisfy { $0.records.map(\.message) == ["one"] })
    }

    @Test(arguments: ["", "a\0b"])
    func `A name that can't be advertised is refused when the system is made`(name: String) {
        let error = #expect(throws: LogError.self) {
            try LogSystem(
                sinks: [BroadcastSink(name: name, access: .loopback, isAdvertised: false)], options: .blocking)
        }
        #expect(error?.code == .invalidOption)
    }
}
