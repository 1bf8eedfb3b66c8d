import Testing
import ZXKitDiscovery
import ZXKitLogPOSIX

struct InMemoryDiscoveryTests {
    private static let outage = DiscoveryProblem(code: .noDaemon, doing: "test")

    private let discovery = InMemoryDiscovery(addresses: [.loopbackV4, .loopbackV6])
    private let advertisement = ServiceAdvertisement(
        name: "shop", type: "_test._tcp", port: 4711, text: [Array("a=1".utf8), Array("b".utf8)])

    @Test func `What is published is found by those who browse before and after, and resolved with every address`() {
        let early = EventLog<BrowseEvent>()
        let late = EventLog<BrowseEvent>()
        let other = EventLog<BrowseEvent>()
        let published = EventLog<PublicationEvent>()
        let first = discovery.browse(type: "_test._tcp") { early.record($0) }
        let publication = discovery.publish(advertisement) { published.record($0) }
        let second = discovery.browse(type: "_test._tcp") { late.record($0) }
        let third = discovery.browse(type: "_other._tcp") { other.record($0) }

        #expect(published.sees(.published(name: "shop")))
        let instance = ServiceInstance(
            name: "shop", type: "_test._tcp", domain: "local", interface: 2, protocol: .ipv4)
        #expect(early.sees(.added(instance)))
        #expect(early.events == [.available, .allForNow, .added(instance)])
        #expect(late.sees(.allForNow))
        #expect(late.events == [.available, .added(instance), .allForNow])
        #expect(other.sees(.allForNow))
        #expect(other.events == [.available, .allForNow])

        let resolved = EventLog<ResolveEvent>()
        let resolving = discovery.resolve(instance) { resolved.record($0) }
        for address in [IPAddress.loopbackV4, .loopbackV6] {
            let resolution = ServiceResolution(
                instance: instance, hostName: "host.local", address: address, port: 4711, text: advertisement.text,
                isLocal: true)
            #expect(resolved.sees(.resolved(resolution)))
        }

        publication.cancel()
        #expect(early.sees(.removed(instance)))
        #expect(late.sees(.removed(instance)))
        #expect(resolved.sees { if case .failed(let problem) = $0 { problem.code == .unresolved } else { false } })
        for operation in [first, second, third, resolving] { operation.cancel() }
    }

    @Test func `A name that is taken is changed, within 63 bytes`() {
        let long = String(repeating: "é", count: 40)
        let log = EventLog<PublicationEvent>()
        let operations = (0..<3).map { _ in
            discovery.publish(ServiceAdvertisement(name: long, type: "_test._tcp", port: 1)) { log.record($0) }
        }
        #expect(log.sees(.published(name: String(repeating: "é", count: 31))))
        #expect(log.sees(.renamed(name: String(repeating: "é", count: 30) + " #2")))
        #expect(log.sees(.published(name: String(repeating: "é", count: 30) + " #3")))
        for operation in operations { operation.cancel() }
    }

    @Test func `An outage is told to everybody, and afterwards all is as before`() {
        let published = EventLog<PublicationEvent>()
        let browsed = EventLog<BrowseEvent>()
        let resolved = EventLog<ResolveEvent>()
        let publication = discovery.publish(advertisement) { published.record($0) }
        let browse = discovery.browse(type: "_test._tcp") { browsed.record($0) }
        let added = browsed.first { if case .added(let instance) = $0 { instance } else { nil } }
        guard let instance = added else {
            Issue.record("nothing was found")
            return
        }
        let resolve = discovery.resolve(instance) { resolved.record($0) }
        #expect(resolved.sees { if case .resolved = $0 { true } else { false } })

        discovery.setAvailability(.unavailable(Self.outage))
        #expect(published.sees(.unavailable(Self.outage)))
        #expect(published.events.contains(.withdrawn(Self.outage)))
        #expect(browsed.sees(.unavailable(Self.outage)))
        #expect(browsed.events.contains(.flushed(Self.outage)))
        #expect(resolved.sees(.failed(Self.outage)))

        let seen = (published.events.count, browsed.events.count, resolved.events.count)
        discovery.setAvailability(.available)
        #expect(published.sees(.published(name: "shop"), from: seen.0))
        #expect(browsed.sees(.added(instance), from: seen.1))
        #expect(resolved.sees(from: seen.2) { if case .resolved = $0 { true } else { false } })
        for operation in [publication, browse, resolve] { operation.cancel() }
    }

    @Test func `What starts during an outage waits for its end`() {
        discovery.setAvailability(.unavailable(Self.outage))
        let published = EventLog<PublicationEvent>()
        let publication = discovery.publish(advertisement) { published.record($0) }
        #expect(published.sees(.unavailable(Self.outage)))
        discovery.setAvailability(.available)
        #expect(published.sees(.published(name: "shop")))
        #expect(published.events == [.unavailable(Self.outage), .published(name: "shop")])
        publication.cancel()
    }

    @Test func `A dropped operation is cancelled`() {
        let browsed = EventLog<BrowseEvent>()
        let browse = discovery.browse(type: "_test._tcp") { browsed.record($0) }
        do {
            let publication = discovery.publish(advertisement) { _ in }
            #expect(browsed.sees { if case .added = $0 { true } else { false } })
            withExtendedLifetime(publication) {}
        }
        #expect(browsed.sees { if case .removed = $0 { true } else { false } })
        browse.cancel()
    }

    @Test func `An operation cancelled by its handler tells nothing more`() {
        let browsed = EventLog<BrowseEvent>()
        let operations = EventLog<any DiscoveryOperation>()
        let browse = discovery.browse(type: "_test._tcp") { event in
            browsed.record(event)
            operations.first { $0 }?.cancel()
        }
        operations.record(browse)
        #expect(browsed.sees(.available))
        let witness = EventLog<BrowseEvent>()
        let other = discovery.browse(type: "_test._tcp") { witness.record($0) }
        let publication = discovery.publish(advertisement) { _ in }
        // Events come in order: once this one is there, the first browser's would be too.
        #expect(witness.sees { if case .added = $0 { true } else { false } })
        #expect(browsed.events == [.available])
        for operation in [other, publication] { operation.cancel() }
    }
}
