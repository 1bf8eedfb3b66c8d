import Foundation
import Synchronization
import Testing
import ZXKitDiscovery
import ZXKitLogCore

/// What a real daemon, over a real bus, makes of a process that ends.
@Suite(
    .enabled(if: ProcessInfo.processInfo.environment["ZXKIT_TEST_MDNS"] == "1", "needs a bus and a daemon of its own"))
struct WithDaemonTests {
    @Test func `An app is off the network when it ends, although a child lives on`() async throws {
        let listed = Mutex<Set<String>>([])
        let browsing = AvahiDiscovery.shared.browse(type: ServiceText.serviceType) { event in
            switch event {
            case .added(let instance): listed.withLock { _ = $0.insert(instance.name) }
            case .removed(let instance): listed.withLock { _ = $0.remove(instance.name) }
            default: break
            }
        }
        defer { browsing.cancel() }
        let app = try EndingApp("fork-and-be-advertised")
        await eventually { app.outputLines.count == 2 }
        let name = try #require(app.outputLines.first.map(String.init))
        let child = try #require(app.outputLines.last.flatMap { pid_t($0) })
        await eventually { listed.withLock { $0.contains(name) } }
        app.kill()
        await eventually { listed.withLock { !$0.contains(name) } }
        #expect(kill(child, 0) == 0)
        app.tellToEnd()
    }
}
