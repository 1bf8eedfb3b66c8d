import Foundation
import Testing
import ZXKitDiscovery
import ZXKitLogPOSIX

/// Discovery over a real bus and daemon, which the wrapper that sets ZXKIT_TEST_MDNS has started in a network of their
/// own.
@Suite(
    .enabled(if: ProcessInfo.processInfo.environment["ZXKIT_TEST_MDNS"] == "1", "needs a bus and a daemon of its own"),
    .serialized)
struct WithDaemonTests {
    private let discovery = AvahiDiscovery.shared
    /// A type for each test, so that none sees another's services.
    private let type = "_t\(UInt32.random(in: 0...UInt32.max))._tcp"

    @Test func `A service is published, found, resolved and, once cancelled, removed`() throws {
        let published = EventLog<PublicationEvent>()
        let browsed = EventLog<BrowseEvent>()
        let browse = discovery.browse(type: type) { browsed.record($0) }
        #expect(browsed.sees(.available))
        let publication = discovery.publish(advertisement("shop")) { published.record($0) }
        #expect(published.sees(.published(name: "shop")))

        // On loopback: the wrapper's other interfaces hear each other, as if a second host were there.
        let loopback = ServiceInstance(name: "shop", type: type, domain: "local", interface: 1, protocol: .ipv4)
        #expect(browsed.sees(.added(loopback)))

        let resolved = EventLog<ResolveEvent>()
        let resolve = discovery.resolve(loopback) { resolved.record($0) }
        let answer = resolved.first { if case .resolved(let resolution) = $0 { resolution } else { nil } }
        let resolution = try #require(answer)
        #expect(resolution.port == 4711)
        #expect(resolution.isLocal)
        #expect(resolution.hostName.hasSuffix(".local"))
        #expect(resolution.address == .loopbackV4)
        resolve.cancel()

        publication.cancel()
        #expect(browsed.sees(.removed(loopback)))
        browse.cancel()
    }

    @Test func `A TXT record comes back as it was given: order, binary values and the longest string`() throws {
        let text: [[UInt8]] = [
            Array("z=last".utf8), Array("a=first".utf8), [0x62, 0x3d, 0x00, 0xff, 0x80],
            Array("l=".utf8) + [UInt8](repeating: 0x78, count: 253), Array("novalue".utf8), Array("é=日".utf8),
        ]
        let browsed = EventLog<BrowseEvent>()
        let browse = discovery.browse(type: type) { browsed.record($0) }
        let publication = discovery.publish(advertisement("text", text: text)) { _ in }
        let found = browsed.first { if case .added(let instance) = $0 { instance } else { nil } }
        let instance = try #require(found)
        let resolved = EventLog<ResolveEvent>()
        let resolve = discovery.resolve(instance) { resolved.record($0) }
        let answer = resolved.first { if case .resolved(let resolution) = $0 { resolution } else { nil } }
        #expect(answer?.text == text)
        for operation in [resolve, publication, browse] { operation.cancel() }
    }

    @Test func `A service without text has none`() throws {
        let browsed = EventLog<BrowseEvent>()
        let browse = discovery.browse(type: type) { browsed.record($0) }
        let publication = discovery.publish(advertisement("bare")) { _ in }
        let found = browsed.first { if case .added(let instance) = $0 { instance } else { nil } }
        let instance = try #require(found)
        let resolved = EventLog<ResolveEvent>()
        let resolve = discovery.resolve(instance) { resolved.record($0) }
        let answer = resolved.first { if case .resolved(let resolution) = $0 { resolution } else { nil } }
        #expect(answer?.text == [])
        for operation in [resolve, publication, browse] { operation.cancel() }
    }

    @Test func `Both address families are resolved, a link-local address with its interface`() throws {
        let interfaces = try NetworkInterface.all()
        let multicast = interfaces.first { $0.isMulticast && $0.isUp && !$0.isLoopback && hasBothFamilies($0) }
        // The wrapper may be run with loopback alone, where Avahi speaks IPv4 only.
        guard let interface = multicast else { return }
        let browsed = EventLog<BrowseEvent>()
        let browse = discovery.browse(type: type) { browsed.record($0) }
        let publication = discovery.publish(advertisement("families")) { _ in }
        let found = browsed.first { event -> ServiceInstance? in
            guard case .added(let instance) = event, instance.protocol == .ipv4 else { return nil }
            return instance.interface == Int32(interface.index) ? instance : nil
        }
        let instance = try #require(found)
        let resolved = EventLog<ResolveEvent>()
        let resolve = discovery.resolve(instance) { resolved.record($0) }
        let v4 = resolved.first { address(of: $0, isV6: false) }
        let v6 = resolved.first { address(of: $0, isV6: true) }
        #expect(v4 != nil)
        #expect(v6 != nil)
        for case .v6(let bits, let scope)? in [v6] {
            let isLinkLocal = IPAddress.v6(bits, scope: 0).isLinkLocal
            #expect(scope == (isLinkLocal ? interface.index : 0))
        }
        for operation in [resolve, publication, browse] { operation.cancel() }
    }

    @Test func `Of two services of one name the second is renamed`() {
        let browsed = EventLog<BrowseEvent>()
        let browse = discovery.browse(type: type) { browsed.record($0) }
        let first = EventLog<PublicationEvent>()
        let second = EventLog<PublicationEvent>()
        let one = discovery.publish(advertisement("twin")) { first.record($0) }
        #expect(first.sees(.published(name: "twin")))
        // On another port: Avahi takes two entries that are alike in all for one.
        let two = discovery.publish(advertisement("twin", port: 4712)) { second.record($0) }
        #expect(second.sees(.published(name: "twin #2")))
        #expect(second.events == [.renamed(name: "twin #2"), .published(name: "twin #2")])
        for name in ["twin", "twin #2"] {
            #expect(browsed.sees { if case .added(let instance) = $0 { instance.name == name } else { false } })
        }
        for operation in [one, two, browse] { operation.cancel() }
    }

    @Test func `With loopback scope a service is seen on the loopback interface and nowhere else`() throws {
        let browsed = EventLog<BrowseEvent>()
        let browse = discovery.browse(type: type) { browsed.record($0) }
        var quiet = advertisement("quiet")
        quiet.scope = .loopback
        let publication = discovery.publish(quiet) { _ in }
        #expect(browsed.sees { if case .added = $0 { true } else { false } })
        // The one published on every interface comes later, so what there is of the first is there by then.
        let published = EventLog<PublicationEvent>()
        let loud = discovery.publish(advertisement("loud")) { published.record($0) }
        #expect(published.sees(.published(name: "loud")))
        let quietInterfaces = browsed.events.compactMap { event -> Int32? in
            guard case .added(let instance) = event, instance.name == "quiet" else { return nil }
            return instance.interface
        }
        let loopback = try NetworkInterface.all().first(where: \.isLoopback)
        #expect(Set(quietInterfaces) == [Int32(loopback?.index ?? 0)])
        for operation in [loud, publication, browse] { operation.cancel() }
    }

    @Test func `A long name is published cut, and one that is taken is cut for its number`() {
        let long = String(repeating: "é", count: 40)
        let first = EventLog<PublicationEvent>()
        let second = EventLog<PublicationEvent>()
        let one = discovery.publish(advertisement(long)) { first.record($0) }
        #expect(first.sees(.published(name: String(repeating: "é", count: 31))))
        let two = discovery.publish(advertisement(long, port: 4712)) { second.record($0) }
        #expect(second.sees(.published(name: String(repeating: "é", count: 30) + " #2")))
        for operation in [one, two] { operation.cancel() }
    }

    @Test func `A service that isn't there fails to resolve, and resolves when it comes`() throws {
        let browsed = EventLog<BrowseEvent>()
        let browse = discovery.browse(type: type) { browsed.record($0) }
        let once = discovery.publish(advertisement("late")) { _ in }
        let found = browsed.first { if case .added(let instance) = $0 { instance } else { nil } }
        let instance = try #require(found)
        once.cancel()
        #expect(browsed.sees(.removed(instance)))

        let resolved = EventLog<ResolveEvent>()
        let resolve = discovery.resolve(instance) { resolved.record($0) }
        #expect(resolved.sees { if case .failed(let problem) = $0 { problem.code == .unresolved } else { false } })
        let again = discovery.publish(advertisement("late")) { _ in }
        #expect(resolved.sees { if case .resolved = $0 { true } else { false } })
        for operation in [resolve, again, browse] { operation.cancel() }
    }

    @Test func `What Avahi refuses is told with its reason`() {
        let log = EventLog<PublicationEvent>()
        let bad = ServiceAdvertisement(name: "shop", type: "no service type", port: 1)
        let operation = discovery.publish(bad) { log.record($0) }
        let problem = log.first { if case .failed(let problem) = $0 { problem } else { nil } }
        #expect(problem?.code == .rejected)
        #expect(problem?.reason.isEmpty == false)
        operation.cancel()
    }

    @Test func `An operation cancelled by its handler tells nothing more`() {
        let browsed = EventLog<BrowseEvent>()
        let operations = EventLog<any DiscoveryOperation>()
        let browse = discovery.browse(type: type) { event in
            browsed.record(event)
            operations.first { $0 }?.cancel()
        }
        operations.record(browse)
        #expect(browsed.sees(.available))
        let witness = EventLog<BrowseEvent>()
        let other = discovery.browse(type: type) { witness.record($0) }
        #expect(witness.sees(.allForNow))
        #expect(browsed.events == [.available])
        other.cancel()
    }

    /// In a process of its own, where nobody else has such a thread.
    @Test func `With the last operation the thread ends, and the next operation has a new one`() async {
        await #expect(processExitsWith: .success) {
            for _ in 0..<3 {
                let log = EventLog<BrowseEvent>()
                let browse = AvahiDiscovery.shared.browse(type: "_threads._tcp") { log.record($0) }
                #expect(log.sees(.available))
                #expect(shimThreads() == 1)
                browse.cancel()
                #expect(shimThreadsEnd())
            }
        }
    }

    private func advertisement(_ name: String, port: UInt16 = 4711, text: [[UInt8]] = []) -> ServiceAdvertisement {
        ServiceAdvertisement(name: name, type: type, port: port, text: text)
    }
}

private func hasBothFamilies(_ interface: NetworkInterface) -> Bool {
    interface.addresses.contains { $0.ip.isV6 } && interface.addresses.contains { !$0.ip.isV6 }
}

private func address(of event: ResolveEvent, isV6: Bool) -> IPAddress? {
    guard case .resolved(let resolution) = event, resolution.address.isV6 == isV6 else { return nil }
    return resolution.address
}
