package import ZXKitLogPOSIX

/// A network in one process, for tests of what is built on discovery: what is published here is found here.
///
/// It keeps Avahi's manners: names are unique, events never come inside the call that causes them but one at a time on
/// another thread, nothing comes after `cancel` returned, and what is wanted is done again after an outage.
package final class InMemoryDiscovery: ServiceDiscovery {
    private let network: Lock<InMemoryNetwork>
    private let deliveries = DeliveryQueue()

    /// A network of one host.
    ///
    /// - Parameters:
    ///   - hostName: The host that all services run on.
    ///   - addresses: What its services resolve to.
    package init(hostName: String = "host.local", addresses: [IPAddress] = [.loopbackV4]) {
        network = Lock(InMemoryNetwork(hostName: hostName, addresses: addresses))
    }

    /// Makes the network unavailable, as if library, bus or daemon were missing, or available again.
    ///
    /// - Parameter availability: What it is from now on. The events about it follow on the delivering thread.
    package func setAvailability(_ availability: DiscoveryAvailability) {
        change { $0.setAvailability(availability) }
    }

    package func publish(
        _ advertisement: ServiceAdvertisement, onEvent: @escaping @Sendable (PublicationEvent) -> Void
    ) -> any DiscoveryOperation {
        var fitting = advertisement
        fitting.name = ServiceName.fitting(advertisement.name)
        return start(onEvent) { [fitting] network, gate in
            network.publish(fitting, gate)
        }
    }

    package func browse(
        type: String, onEvent: @escaping @Sendable (BrowseEvent) -> Void
    ) -> any DiscoveryOperation {
        start(onEvent) { network, gate in
            network.browse(type: type, gate)
        }
    }

    package func resolve(
        _ instance: ServiceInstance, onEvent: @escaping @Sendable (ResolveEvent) -> Void
    ) -> any DiscoveryOperation {
        start(onEvent) { network, gate in
            network.resolve(instance, gate)
        }
    }

    private func start<Event: Sendable>(
        _ onEvent: @escaping @Sendable (Event) -> Void,
        _ begin: @Sendable (inout InMemoryNetwork, EventGate<Event>) -> UInt64
    ) -> any DiscoveryOperation {
        let gate = EventGate(onEvent)
        let id = change { network in begin(&network, gate) }
        return InMemoryOperation { [self] in
            gate.close()
            change { $0.end(id) }
        }
    }

    /// Changes the network. The events are queued inside the lock, so that they come in the order of the changes.
    @discardableResult
    private func change<Result: Sendable>(_ body: @Sendable (inout InMemoryNetwork) -> Result) -> Result {
        network.withLock { network in
            let result = body(&network)
            deliveries.add(network.takeDeliveries())
            return result
        }
    }
}

/// An operation in memory.
private final class InMemoryOperation: DiscoveryOperation {
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
