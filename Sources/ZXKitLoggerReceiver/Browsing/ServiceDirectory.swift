import ZXKitDiscovery
import ZXKitLogCore
import ZXKitLogPOSIX

/// What can be found on the local network now: browses, keeps a resolver open for every listed instance, and knows the
/// services that come of it.
///
/// A listed instance is a candidate: only what resolves is a service, and it changes without being listed anew (an app
/// that is restarted at once shows up only in the open resolver). All methods may be called from any thread.
final class ServiceDirectory: Sendable {
    /// What is known at one moment.
    struct Snapshot {
        var services: [LogService.ID: LogService] = [:]
        /// Why nothing can be found now; nil while browsing works.
        var problem: ReceiverError?
    }

    private struct State {
        var sightings: [ServiceInstance: ServiceSighting] = [:]
        var problems: [String: ReceiverError] = [:]
        var browsers: [any DiscoveryOperation] = []
        var counter: UInt64 = 0
        var isStopped = false

        mutating func nextNumber() -> UInt64 {
            counter &+= 1
            return counter
        }
    }

    /// Our own service type, which is the ancestors' first one too, and their later one.
    static let types = [ServiceText.serviceType, "_DDLoggerSwift._tcp"]

    private let discovery: any ServiceDiscovery
    private let isWanted: @Sendable (ServiceInstance) -> Bool
    private let onChange: @Sendable () -> Void
    private let state = Lock(State())

    /// Makes a directory, which does nothing until ``start(types:)``.
    ///
    /// - Parameters:
    ///   - discovery: Where to look.
    ///   - isWanted: Which instances to resolve; the others are passed over.
    ///   - onChange: Called on the discovery's thread when ``snapshot()`` may give something new. Must not block.
    init(
        discovery: any ServiceDiscovery, isWanted: @escaping @Sendable (ServiceInstance) -> Bool = { _ in true },
        onChange: @escaping @Sendable () -> Void
    ) {
        self.discovery = discovery
        self.isWanted = isWanted
        self.onChange = onChange
    }

    /// Begins to browse.
    func start(types: [String] = ServiceDirectory.types) {
        for type in types {
            let browser = discovery.browse(type: type) { [weak self] event in
                self?.handle(event, type: type)
            }
            state.withLock { $0.browsers.append(browser) }
        }
    }

    /// Ends browsing and resolving; no change is told after it returned.
    func stop() {
        // Operations are cancelled outside the lock: cancelling waits for a handler that is running, and handlers
        // take the lock. Browsers go first, so that no resolver is added behind our back.
        let browsers = state.withLock { state in
            state.isStopped = true
            defer { state.browsers = [] }
            return state.browsers
        }
        for browser in browsers { browser.cancel() }
        let resolvers = state.withLock { state in
            defer { state.sightings = [:] }
            return state.sightings.values.compactMap(\.operation)
        }
        for resolver in resolvers { resolver.cancel() }
    }

    /// The services that are known now.
    func snapshot() -> Snapshot {
        let (answers, problem) = state.withLock { state in
            // Always the same one of several, or it would look like news.
            (state.sightings.values.flatMap(\.answers), state.problems.max { $0.key < $1.key }?.value)
        }
        return Snapshot(services: ServiceAssembly(ranking: .current()).services(from: answers), problem: problem)
    }
}

// MARK: - Events of the discovery

extension ServiceDirectory {
    private func handle(_ event: BrowseEvent, type: String) {
        switch event {
        case .added(let instance):
            beginSighting(of: instance)
            return
        case .removed(let instance):
            forget { $0 == instance }
        case .flushed:
            forget { $0.type == type }
        case .unavailable(let problem):
            // What is void is flushed. A daemon that only hangs lists nothing anew when it goes on.
            state.withLock { $0.problems[type] = ReceiverError(problem) }
        case .available:
            state.withLock { $0.problems[type] = nil }
        case .allForNow:
            return
        }
        onChange()
    }

    private func beginSighting(of instance: ServiceInstance) {
        guard isWanted(instance) else { return }
        let number: UInt64? = state.withLock { state in
            guard !state.isStopped, state.sightings[instance] == nil else { return nil }
            let number = state.nextNumber()
            state.sightings[instance] = ServiceSighting(number: number)
            return number
        }
        guard let number else { return }
        let resolver = discovery.resolve(instance) { [weak self] event in
            self?.handle(event, instance: instance, number: number)
        }
        let isKept = state.withLock { state in
            guard state.sightings[instance]?.number == number else { return false }
            state.sightings[instance]?.operation = resolver
            return true
        }
        if !isKept { resolver.cancel() }
    }

    private func handle(_ event: ResolveEvent, instance: ServiceInstance, number: UInt64) {
        state.withLock { state in
            guard state.sightings[instance]?.number == number else { return }
            switch event {
            case .resolved(let resolution):
                let order = state.nextNumber()
                state.sightings[instance]?.take(resolution, order: order)
            case .failed:
                state.sightings[instance]?.hide()
            }
        }
        onChange()
    }

    private func forget(where isGone: (ServiceInstance) -> Bool) {
        let resolvers = state.withLock { state in
            let gone = state.sightings.filter { isGone($0.key) }
            for instance in gone.keys { state.sightings[instance] = nil }
            return gone.values.compactMap(\.operation)
        }
        for resolver in resolvers { resolver.cancel() }
    }
}
