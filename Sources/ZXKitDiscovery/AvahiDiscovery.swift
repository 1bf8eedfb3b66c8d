/// Discovery over the Avahi daemon of this host.
///
/// A skeleton for now: operations start, and nothing comes of them.
package final class AvahiDiscovery: ServiceDiscovery {
    /// The one that a process uses: all operations share its connection.
    package static let shared = AvahiDiscovery()

    package init() {}

    package func publish(
        _ advertisement: ServiceAdvertisement, onEvent: @escaping @Sendable (PublicationEvent) -> Void
    ) -> any DiscoveryOperation {
        IdleOperation()
    }

    package func browse(
        type: String, onEvent: @escaping @Sendable (BrowseEvent) -> Void
    ) -> any DiscoveryOperation {
        IdleOperation()
    }

    package func resolve(
        _ instance: ServiceInstance, onEvent: @escaping @Sendable (ResolveEvent) -> Void
    ) -> any DiscoveryOperation {
        IdleOperation()
    }
}

private final class IdleOperation: DiscoveryOperation {
    func cancel() {}
}
