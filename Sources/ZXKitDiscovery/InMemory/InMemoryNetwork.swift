import ZXKitLogPOSIX

/// The state of an ``InMemoryDiscovery``: who publishes, browses and resolves what. Changes leave deliveries behind.
struct InMemoryNetwork: Sendable {
    private struct Publication: Sendable {
        let advertisement: ServiceAdvertisement
        let gate: EventGate<PublicationEvent>
        /// The name it has on the network; nil while it is off it.
        var name: String?
    }

    private struct Browse: Sendable {
        let type: String
        let gate: EventGate<BrowseEvent>
    }

    private struct Resolve: Sendable {
        let instance: ServiceInstance
        let gate: EventGate<ResolveEvent>
    }

    private let hostName: String
    private let addresses: [IPAddress]
    private var availability = DiscoveryAvailability.available
    private var lastID: UInt64 = 0
    private var publications: [UInt64: Publication] = [:]
    private var browses: [UInt64: Browse] = [:]
    private var resolves: [UInt64: Resolve] = [:]
    private var deliveries: [@Sendable () -> Void] = []

    init(hostName: String, addresses: [IPAddress]) {
        self.hostName = hostName
        self.addresses = addresses
    }

    mutating func takeDeliveries() -> [@Sendable () -> Void] {
        defer { deliveries = [] }
        return deliveries
    }

    // MARK: Operations

    mutating func publish(_ advertisement: ServiceAdvertisement, _ gate: EventGate<PublicationEvent>) -> UInt64 {
        let id = nextID()
        publications[id] = Publication(advertisement: advertisement, gate: gate)
        switch availability {
        case .available: announce(id)
        case .unavailable(let problem): send(.unavailable(problem), to: gate)
        }
        return id
    }

    mutating func browse(type: String, _ gate: EventGate<BrowseEvent>) -> UInt64 {
        let id = nextID()
        let browse = Browse(type: type, gate: gate)
        browses[id] = browse
        switch availability {
        case .available: list(for: browse)
        case .unavailable(let problem): send(.unavailable(problem), to: gate)
        }
        return id
    }

    mutating func resolve(_ instance: ServiceInstance, _ gate: EventGate<ResolveEvent>) -> UInt64 {
        let id = nextID()
        let resolve = Resolve(instance: instance, gate: gate)
        resolves[id] = resolve
        answer(resolve)
        return id
    }

    /// Ends an operation of any kind.
    mutating func end(_ id: UInt64) {
        browses[id] = nil
        resolves[id] = nil
        guard let publication = publications.removeValue(forKey: id) else { return }
        guard let instance = Self.instance(of: publication) else { return }
        tellBrowses(of: instance.type, .removed(instance))
        answerResolves(of: instance)
    }

    // MARK: Outages

    mutating func setAvailability(_ new: DiscoveryAvailability) {
        guard new != availability else { return }
        let wasAvailable = availability == .available
        availability = new
        switch new {
        case .available: returnToNetwork()
        case .unavailable(let problem): leaveNetwork(wasAvailable: wasAvailable, problem)
        }
    }

    private mutating func leaveNetwork(wasAvailable: Bool, _ problem: DiscoveryProblem) {
        for id in publications.keys.sorted() {
            guard let gate = publications[id]?.gate else { continue }
            if publications[id]?.name != nil { send(.withdrawn(problem), to: gate) }
            publications[id]?.name = nil
            send(.unavailable(problem), to: gate)
        }
        for (_, browse) in browses.sorted(by: { $0.key < $1.key }) {
            if wasAvailable { send(.flushed(problem), to: browse.gate) }
            send(.unavailable(problem), to: browse.gate)
        }
        for (_, resolve) in resolves.sorted(by: { $0.key < $1.key }) {
            send(.failed(problem), to: resolve.gate)
        }
    }

    private mutating func returnToNetwork() {
        for (_, browse) in browses.sorted(by: { $0.key < $1.key }) {
            list(for: browse)
        }
        for id in publications.keys.sorted() {
            announce(id)
        }
    }

    // MARK: What is told

    private mutating func announce(_ id: UInt64) {
        guard let publication = publications[id] else { return }
        let name = freeName(for: publication.advertisement)
        publications[id]?.name = name
        if name != publication.advertisement.name { send(.renamed(name: name), to: publication.gate) }
        send(.published(name: name), to: publication.gate)
        guard let instance = publications[id].flatMap(Self.instance) else { return }
        tellBrowses(of: instance.type, .added(instance))
        answerResolves(of: instance)
    }

    private mutating func list(for browse: Browse) {
        send(.available, to: browse.gate)
        for (_, publication) in publications.sorted(by: { $0.key < $1.key }) {
            guard let instance = Self.instance(of: publication), instance.type == browse.type else { continue }
            send(.added(instance), to: browse.gate)
        }
        send(.allForNow, to: browse.gate)
    }

    private mutating func tellBrowses(of type: String, _ event: BrowseEvent) {
        for (_, browse) in browses.sorted(by: { $0.key < $1.key }) where browse.type == type {
            send(event, to: browse.gate)
        }
    }

    private mutating func answerResolves(of instance: ServiceInstance) {
        for (_, resolve) in resolves.sorted(by: { $0.key < $1.key }) where resolve.instance == instance {
            answer(resolve)
        }
    }

    private mutating func answer(_ resolve: Resolve) {
        let doing = "resolve \(resolve.instance.name)"
        if case .unavailable(let problem) = availability {
            send(.failed(problem), to: resolve.gate)
            return
        }
        guard let publication = publications.values.first(where: { Self.instance(of: $0) == resolve.instance }) else {
            send(.failed(DiscoveryProblem(code: .unresolved, doing: doing)), to: resolve.gate)
            return
        }
        for address in addresses {
            let resolution = ServiceResolution(
                instance: resolve.instance, hostName: hostName, address: address,
                port: publication.advertisement.port, text: publication.advertisement.text, isLocal: true)
            send(.resolved(resolution), to: resolve.gate)
        }
    }

    private mutating func send<Event: Sendable>(_ event: Event, to gate: EventGate<Event>) {
        deliveries.append { gate.deliver(event) }
    }

    // MARK: Names

    /// As Avahi does it: "x", then "x #2", "x #3" and so on.
    private func freeName(for advertisement: ServiceAdvertisement) -> String {
        let taken = publications.values.filter { $0.advertisement.type == advertisement.type }.compactMap(\.name)
        var candidate = advertisement.name
        var number = 2
        while taken.contains(candidate) {
            let suffix = " #\(number)"
            let room = ServiceName.longestInBytes - suffix.utf8.count
            candidate = ServiceName.fitting(advertisement.name, inBytes: room) + suffix
            number += 1
        }
        return candidate
    }

    private static func instance(of publication: Publication) -> ServiceInstance? {
        guard let name = publication.name else { return nil }
        let interface: Int32 = publication.advertisement.scope == .loopback ? 1 : 2
        return ServiceInstance(
            name: name, type: publication.advertisement.type, domain: "local", interface: interface, protocol: .ipv4)
    }

    private mutating func nextID() -> UInt64 {
        lastID += 1
        return lastID
    }
}
