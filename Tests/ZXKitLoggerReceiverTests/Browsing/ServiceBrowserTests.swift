import Testing
import ZXKitDiscovery
import ZXKitLogCore
import ZXKitLogPOSIX

@testable import ZXKitLoggerReceiver

@Suite(.timeLimit(.minutes(1)))
struct ServiceBrowserTests {
    let discovery = ScriptedDiscovery()

    var iterator: ServiceBrowser.AsyncIterator {
        ServiceBrowser(discovery: discovery).makeAsyncIterator()
    }

    private let noDaemon = DiscoveryProblem(code: .noDaemon, doing: "browse")

    @Test func `An app heard on several interfaces and in both families is found once with all its addresses`()
        async throws
    {
        var events = iterator
        let app = SeenApp()
        let sightings: [(String, Int32, NetworkProtocol)] = [
            ("fe80::1%1", 2, .ipv6), ("192.0.2.7", 2, .ipv4), ("fd00::7", 3, .ipv6), ("2001:db8::7", 3, .ipv4),
        ]
        for (address, interface, version) in sightings {
            discovery.tell(.added(app.instance(on: interface, version)))
            discovery.tell(
                try app.resolution(address, on: interface, version), about: app.instance(on: interface, version))
        }
        let service = try #require(await events.next()?.found)
        #expect(service.id == .run(applicationID: someApp, boot: someBoot))
        #expect(service.addresses.map(\.port) == [4001, 4001, 4001, 4001])
        #expect(service.addresses.map(\.host).prefix(3) == ["2001:db8::7", "fd00::7", "192.0.2.7"])
        #expect(service.addresses.last?.host.hasPrefix("fe80::1%") == true)
        discovery.tell(.added(SeenApp(instanceName: "other", id: "b", boot: "c").instance()))
        #expect(discovery.resolverCount == 5, "every listed instance has an open resolver")
    }

    @Test func `What the advertisement says is in the service`() async throws {
        var events = iterator
        try discovery.show(SeenApp())
        let service = try #require(await events.next()?.found)
        #expect(service.name == "checkout")
        #expect(service.instanceName == "checkout-web1-7")
        #expect(service.hostName == "web1")
        #expect(service.processID == 7)
        #expect(service.applicationID == someApp)
        #expect(service.boot == someBoot)
        #expect(service.protocolVersion == 1)
        #expect(service.encodings == ["cbor", "json", "text"])
        #expect(service.access == "open")
        #expect(service.text["id"] == someApp)
        #expect(service.port == 4001)
        #expect(service.addresses.map(\.description) == ["192.0.2.7:4001"])
    }

    @Test func `One run under two names is one entry`() async throws {
        var events = iterator
        try discovery.show(SeenApp())
        try discovery.show(SeenApp(instanceName: "checkout-web1-7 #2"), at: "192.0.2.8")
        let service = try #require(await events.next()?.found)
        #expect(service.addresses.map(\.host).sorted() == ["192.0.2.7", "192.0.2.8"])
        discovery.tell(.removed(SeenApp().instance()))
        let changed = try #require(await events.next()?.changed)
        #expect(changed.id == service.id)
        #expect(changed.addresses.map(\.host) == ["192.0.2.8"])
    }

    @Test func `Two runs of one app at the same time are two entries`() async throws {
        var events = iterator
        try discovery.show(SeenApp())
        try discovery.show(SeenApp(instanceName: "checkout-web1-8", boot: otherBoot, port: 4002))
        let found = [await events.next()?.found?.boot, await events.next()?.found?.boot]
        #expect(found == [someBoot, otherBoot])
    }

    @Test func `What does not resolve is not listed, and leaves when it stops resolving`() async throws {
        var events = iterator
        let ghost = SeenApp(instanceName: "ghost", boot: otherBoot)
        discovery.tell(.added(ghost.instance()))
        discovery.tell(
            .failed(DiscoveryProblem(code: .unresolved, doing: "resolve ghost")), about: ghost.instance())
        let app = SeenApp()
        try discovery.show(app)
        #expect(await events.next()?.found?.instanceName == app.instanceName)
        discovery.tell(.failed(DiscoveryProblem(code: .unresolved, doing: "resolve")), about: app.instance())
        #expect(await events.next()?.removed?.instanceName == app.instanceName)
        // The host came back: no new listing, the open resolver tells.
        discovery.tell(try app.resolution("192.0.2.9"), about: app.instance())
        #expect(await events.next()?.found?.addresses.first?.host == "192.0.2.9")
    }

    @Test func `When the daemon goes everything is removed, and it comes again`() async throws {
        var events = iterator
        try discovery.show(SeenApp())
        #expect(await events.next()?.found != nil)
        for type in [ServiceText.serviceType, "_DDLoggerSwift._tcp"] {
            discovery.tell(.flushed(noDaemon), type: type)
            discovery.tell(.unavailable(noDaemon), type: type)
        }
        guard case .unavailable(let reason) = await events.next() else {
            Issue.record("expected the reason first")
            return
        }
        #expect(reason.code == .discoveryUnavailable, "one event for all types")
        #expect(reason.cause.contains("no Avahi daemon is running"))
        #expect(reason.remedy?.contains("apt-get install avahi-daemon") == true)
        #expect(await events.next()?.removed != nil)
        #expect(discovery.resolverCount == 0)
        for type in [ServiceText.serviceType, "_DDLoggerSwift._tcp"] { discovery.tell(.available, type: type) }
        #expect(await events.next() == .available)
        try discovery.show(SeenApp())
        #expect(await events.next()?.found != nil)
    }

    @Test func `What was found stays while a daemon only does not answer`() async throws {
        var events = iterator
        try discovery.show(SeenApp())
        #expect(await events.next()?.found != nil)
        let hung = DiscoveryProblem(code: .daemonNotResponding, doing: "browse")
        discovery.tell(.unavailable(hung))
        #expect(await events.next() == .unavailable(ReceiverError(hung)))
        discovery.tell(.available)
        #expect(await events.next() == .available)
        try discovery.show(SeenApp(), at: "192.0.2.8")
        #expect(await events.next()?.changed?.addresses.map(\.host) == ["192.0.2.8"])
    }

    @Test func `An app restarted at once is its old run removed and its new one found, with the right port`()
        async throws
    {
        var events = iterator
        var app = SeenApp()
        for (interface, address) in [(Int32(2), "192.0.2.7"), (3, "198.51.100.7")] {
            try discovery.show(app, at: address, on: interface)
        }
        let old = try #require(await events.next()?.found)
        // As a resolver tells it: first the new text with the old port, on one interface after the other.
        app.boot = otherBoot
        discovery.tell(try app.resolution("192.0.2.7"), about: app.instance())
        #expect(await events.next() == .removed(old))
        #expect(await events.next()?.found?.boot == otherBoot)
        app.port = 4002
        discovery.tell(try app.resolution("192.0.2.7"), about: app.instance())
        let new = try #require(await events.next()?.changed)
        #expect(new.boot == otherBoot)
        #expect(new.addresses.map(\.port) == [4002, 4002])
    }

    @Test func `A service without a version is an ancestor's app, known by its name`() async throws {
        var events = iterator
        let app = SeenApp(instanceName: "Ada's phone")
        discovery.tell(.added(app.instance()))
        let text = [Array("node=ZXKitLoggerBonjour".utf8)]
        discovery.tell(try app.resolution("192.0.2.7", text: text), about: app.instance())
        let service = try #require(await events.next()?.found)
        #expect(service.id == .instance(name: "Ada's phone"))
        #expect(service.protocolVersion == nil)
        #expect(service.name == "Ada's phone")
        #expect(service.applicationID == nil)
    }

    @Test func `Iterations of one browser are independent, and a dropped one ends its operations`() async throws {
        let browser = ServiceBrowser(discovery: discovery)
        let collector = Task { () -> LogService? in
            for await event in browser { return event.found }
            return nil
        }
        let idle = Task { for await _ in browser {} }
        // Each browses for two types.
        await discovery.wait { $0.browserCount == 4 }
        idle.cancel()
        await idle.value
        await discovery.wait { $0.browserCount == 2 }
        try discovery.show(SeenApp())
        #expect(await collector.value?.name == "checkout")
        await discovery.wait { $0.browserCount == 0 && $0.resolverCount == 0 }
    }

    @Test func `What is published in memory is found, and removed when its publisher ends`() async throws {
        let network = InMemoryDiscovery()
        var events = ServiceBrowser(discovery: network).makeAsyncIterator()
        let app = SeenApp()
        let publication = network.publish(
            ServiceAdvertisement(
                name: app.instanceName, type: ServiceText.serviceType, port: 4001, text: app.text, scope: .all)
        ) { _ in }
        let service = try #require(await events.next()?.found)
        #expect(service.addresses.map(\.description) == ["127.0.0.1:4001"])
        publication.cancel()
        #expect(await events.next() == .removed(service))
    }
}

extension ServiceBrowser.Event {
    var found: LogService? {
        if case .found(let service) = self { service } else { nil }
    }

    var changed: LogService? {
        if case .changed(let service) = self { service } else { nil }
    }

    var removed: LogService? {
        if case .removed(let service) = self { service } else { nil }
    }
}
