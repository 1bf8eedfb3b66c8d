import Foundation
import Testing
import ZXKitLogger
import ZXKitLoggerReceiver

/// The same as end to end, with nothing replaced: over a real bus and daemon.
@Suite(
    .enabled(if: ProcessInfo.processInfo.environment["ZXKIT_TEST_MDNS"] == "1", "needs a bus and a daemon of its own"),
    .timeLimit(.minutes(1)))
struct WithDaemonTests {
    @Test func `An app is found, watched, and removed when it ends`() async throws {
        let name = "receiver-test-\(UInt32.random(in: 0 ... .max))"
        let system = try LogSystem(sinks: [BroadcastSink(name: name)])
        let log = system.logger("api")
        log.info("hello")
        var events = ServiceBrowser().makeAsyncIterator()
        var found: LogService?
        while found?.name != name { found = try #require(await events.next()).found ?? found }
        let service = try #require(found)
        #expect(service.boot == system.status.boot)
        #expect(service.port == system.status.broadcasts.first?.port)
        for await event in LogConnection(to: service, options: .init(labels: ["api"])) {
            guard case .record(let record) = event else { continue }
            #expect(record.message == "hello")
            break
        }
        _ = await system.shutdown()
        var removed: LogService?
        while removed?.id != service.id { removed = try #require(await events.next()).removed ?? removed }
    }
}
