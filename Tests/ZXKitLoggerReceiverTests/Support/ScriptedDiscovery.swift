import ZXKitDiscovery
import ZXKitLogCore
import ZXKitLogPOSIX

/// A discovery whose every event is sent by the test, on the test's thread.
final class ScriptedDiscovery: ServiceDiscovery {
    private struct State {
        var number = 0
        var browsers: [Int: (type: String, handler: @Sendable (BrowseEvent) -> Void)] = [:]
        var resolvers: [Int: (instance: ServiceInstance, handler: @Sendable (ResolveEvent) -> Void)] = [:]
        var resolved: [ServiceInstance] = []
        var watchers: [CheckedContinuation<Void, Never>] = []

        mutating func next() -> Int {
            number += 1
            return number
        }
    }

    private let state = Lock(State())

    func publish(
        _ advertisement: ServiceAdvertisement, onEvent: @escaping @Sendable (PublicationEvent) -> Void
    ) -> any DiscoveryOperation {
        ScriptedOperation {}
    }

    func browse(type: String, onEvent: @escaping @Sendable (BrowseEvent) -> Void) -> any DiscoveryOperation {
        let number = state.withLock { state in
            let number = state.next()
            state.browsers[number] = (type, onEvent)
            return number
        }
        changed()
        return ScriptedOperation { [self] in
            state.withLock { $0.browsers[number] = nil }
            changed()
        }
    }

    func resolve(
        _ instance: ServiceInstance, onEvent: @escaping @Sendable (ResolveEvent) -> Void
    ) -> any DiscoveryOperation {
        let number = state.withLock { state in
            let number = state.next()
            state.resolvers[number] = (instance, onEvent)
            state.resolved.append(instance)
            return number
        }
        changed()
        return ScriptedOperation { [self] in
            state.withLock { $0.resolvers[number] = nil }
            changed()
        }
    }

    /// Tells all browsers of a type.
    func tell(_ event: BrowseEvent, type: String = ServiceText.serviceType) {
        let handlers = state.withLock { state in
            state.browsers.values.filter { $0.type == type }.map(\.handler)
        }
        for handler in handlers { handler(event) }
    }

    /// Tells all resolvers of an instance.
    func tell(_ event: ResolveEvent, about instance: ServiceInstance) {
        let handlers = state.withLock { state in
            state.resolvers.values.filter { $0.instance == instance }.map(\.handler)
        }
        for handler in handlers { handler(event) }
    }

    /// How many operations are open.
    var browserCount: Int { state.withLock { $0.browsers.count } }
    var resolverCount: Int { state.withLock { $0.resolvers.count } }

    /// Every instance that was ever to be resolved.
    var resolved: [ServiceInstance] { state.withLock { $0.resolved } }

    /// Waits until this is so.
    func wait(until condition: @Sendable (ScriptedDiscovery) -> Bool) async {
        while !condition(self) {
            await withCheckedContinuation { watcher in
                state.withLock { $0.watchers.append(watcher) }
                if condition(self) { changed() }
            }
        }
    }

    private func changed() {
        let watchers = state.withLock { state in
            defer { state.watchers = [] }
            return state.watchers
        }
        for watcher in watchers { watcher.resume() }
    }
}

private final class ScriptedOperation: DiscoveryOperation {
    private let end: Lock<(@Sendable () -> Void)?>

    init(end: @escaping @Sendable () -> Void) {
        self.end = Lock(end)
    }

    deinit {
        cancel()
    }

    func cancel() {
        let end: (@Sendable () -> Void)? = end.withLock { end in
            defer { end = nil }
            return end
        }
        end?()
    }
}

// MARK: - What is told

/// An app as discovery sees it.
struct SeenApp {
    var instanceName = "checkout-web1-7"
    var id = someApp
    var boot = someBoot
    var port: UInt16 = 4001
    var host = "web1.local"

    func instance(on interface: Int32 = 2, _ version: NetworkProtocol = .ipv4) -> ServiceInstance {
        ServiceInstance(
            name: instanceName, type: ServiceText.serviceType, domain: "local", interface: interface,
            protocol: version)
    }

    var text: [[UInt8]] {
        ServiceText(name: "checkout", id: id, boot: boot, processID: 7, host: "web1").strings
    }

    func resolution(
        _ address: String, on interface: Int32 = 2, _ version: NetworkProtocol = .ipv4, text: [[UInt8]]? = nil
    ) throws -> ResolveEvent {
        guard let ip = IPAddress.parse(address) else { throw FakeApp.Failure(description: "bad \(address)") }
        return .resolved(
            ServiceResolution(
                instance: instance(on: interface, version), hostName: host, address: ip, port: port,
                text: text ?? self.text, isLocal: false))
    }
}

extension ScriptedDiscovery {
    /// Lists an app on one interface and resolves it.
    func show(_ app: SeenApp, at address: String = "192.0.2.7", on interface: Int32 = 2) throws {
        tell(.added(app.instance(on: interface)))
        tell(try app.resolution(address, on: interface), about: app.instance(on: interface))
    }
}
