import Foundation
import Glibc
import Testing
import ZXKitLogCore
import ZXKitLogPOSIX

@testable import ZXKitLogger

/// Broadcasts at a path of this machine.
@Suite struct BroadcastPathTests {
    private func path() -> String { "/tmp/zxkit-\(UUID().uuidString.prefix(8)).sock" }

    @Test func `A viewer at the path gets the past and the present, and the status says who it is`() async throws {
        let path = path()
        let system = try LogSystem(sinks: [BroadcastSink(name: "local", socketPath: path)], options: .blocking)
        let log = system.logger("app")
        log.info("past")
        let viewer = try await RawViewer(path: path, sending: "ZXLOG/1 cbor label=app name=helper\n")
        try await viewer.read { try $0.items().records.count == 1 }
        log.info("present")
        try await viewer.read { try $0.items().records.count == 2 }
        let status = system.status.broadcasts[0]
        #expect(status.port == nil && status.listenFailure == nil && status.addresses == ["unix:\(path)"])
        #expect(status.viewers.map(\.address) == ["process \(getpid()) of user \(getuid())"])
        #expect("\(status)".contains("unix:\(path)"))
        #expect(access(path, F_OK) == 0)
        #expect(await system.shutdown(deadline: .seconds(30)).isComplete)
        try await viewer.readToEnd()
        #expect(try viewer.items().last == .bye(reason: "shutdown"))
        #expect(access(path, F_OK) != 0)
    }

    @Test func `What such a broadcast sends stays on this machine, so it may show private values`() throws {
        var options = LogSystemOptions()
        options.showsPrivate = true
        _ = try LogSystem(sinks: [BroadcastSink(name: "local", socketPath: path())], options: options)
    }

    @Test func `A path that is taken is told, and is had as soon as it is free`() async throws {
        let path = path()
        let first = try LogSystem(sinks: [BroadcastSink(name: "one", socketPath: path)])
        #expect(throws: LogError.self) {
            _ = try LogSystem(sinks: [BroadcastSink(name: "two", socketPath: path, isRequired: true)])
        }
        let second = try LogSystem(sinks: [BroadcastSink(name: "two", socketPath: path)])
        #expect(second.status.broadcasts[0].listenFailure?.contains(path) == true)
        await first.shutdown(deadline: .seconds(30))
        await eventually { second.status.broadcasts[0].listenFailure == nil }
        let viewer = try await RawViewer(path: path, sending: "ZXLOG/1 cbor\n")
        try await viewer.read { try $0.items().hello?.name == "two" }
    }

    @Test(arguments: ["", String(repeating: "x", count: 200)])
    func `A path that no socket can have is an error at once`(_ path: String) {
        #expect(throws: LogError.self) { _ = try LogSystem(sinks: [BroadcastSink(name: "local", socketPath: path)]) }
    }

    @Test func `A file that another put in its place is left alone`() async throws {
        let path = path()
        let system = try LogSystem(sinks: [BroadcastSink(name: "local", socketPath: path)])
        defer { unlink(path) }
        unlink(path)
        try "precious".write(toFile: path, atomically: true, encoding: .utf8)
        await system.shutdown(deadline: .seconds(30))
        #expect(try String(contentsOfFile: path, encoding: .utf8) == "precious")
    }
}
