import CZXKitAvahi
import Glibc
import ZXKitLogPOSIX

/// Discovery over the Avahi daemon of this host, by way of the D-Bus system bus.
///
/// What is missing (library, bus, daemon) is told by events, and looked for again by itself. All operations share one
/// connection and one thread; both come with the first operation and go with the last one.
package final class AvahiDiscovery: ServiceDiscovery {
    /// The one that a process uses.
    package static let shared = AvahiDiscovery()

    private struct Shared: Sendable {
        weak var connection: AvahiConnection?

        var usable: AvahiConnection? {
            guard let connection, connection.isOfThisProcess else { return nil }
            return connection
        }
    }

    /// A forked child finds its parent's connection here, and makes another.
    private let shared = ForkSafeLock(Shared())

    package init() {}

    package func publish(
        _ advertisement: ServiceAdvertisement, onEvent: @escaping @Sendable (PublicationEvent) -> Void
    ) -> any DiscoveryOperation {
        var fitting = advertisement
        fitting.name = ServiceName.fitting(advertisement.name)
        let wish = Wish(
            doing: "publish \(fitting.name)", gate: EventGate(onEvent),
            translation: { PublicationEvent($0) }, failure: PublicationEvent.failed)
        return start(wish) { [fitting] connection, listener in
            connection.publish(fitting, interface: Self.interface(for: fitting.scope), to: listener)
        }
    }

    package func browse(
        type: String, onEvent: @escaping @Sendable (BrowseEvent) -> Void
    ) -> any DiscoveryOperation {
        let wish = Wish(
            doing: "browse for \(type)", gate: EventGate(onEvent),
            translation: { BrowseEvent($0) }, failure: BrowseEvent.unavailable)
        return start(wish) { connection, listener in
            connection.browse(type: type, to: listener)
        }
    }

    package func resolve(
        _ instance: ServiceInstance, onEvent: @escaping @Sendable (ResolveEvent) -> Void
    ) -> any DiscoveryOperation {
        let wish = Wish(
            doing: "resolve \(instance.name)", gate: EventGate(onEvent),
            translation: { ResolveEvent($0) }, failure: ResolveEvent.failed)
        return start(wish) { connection, listener in
            connection.resolve(instance, to: listener)
        }
    }

    /// On Linux the loopback interface has index 1 in every network namespace (LOOPBACK_IFINDEX in the kernel's
    /// include/net/flow.h), so in the daemon's too, should that be another one than ours.
    private static func interface(for scope: InterfaceScope) -> Int32 {
        switch scope {
        case .all: ZXAVAHI_ANY_INTERFACE
        case .loopback: 1
        }
    }
}

// MARK: Starting

/// What somebody wants, and how they are told about it.
private struct Wish<Event: Sendable>: Sendable {
    let doing: String
    let gate: EventGate<Event>
    let translation: @Sendable (AvahiEvent) -> Event?
    let failure: @Sendable (DiscoveryProblem) -> Event
}

extension AvahiDiscovery {
    private func start<Event>(
        _ wish: Wish<Event>, _ call: (AvahiConnection, AvahiListener) -> AvahiHandle?
    ) -> any DiscoveryOperation {
        let listener = AvahiListener(doing: wish.doing) { event in
            guard let event = wish.translation(event) else { return }
            wish.gate.deliver(event)
        }
        do throws(DiscoveryProblem) {
            let connection = try connection(doing: wish.doing)
            guard let handle = call(connection, listener) else { throw .outOfResources(ENOMEM, doing: wish.doing) }
            return AvahiOperation(gate: wish.gate, connection: connection, handle: handle)
        } catch {
            wish.gate.deliver(wish.failure(error))
            return FailedOperation()
        }
    }

    private func connection(doing: String) throws(DiscoveryProblem) -> AvahiConnection {
        if let connection = shared.withLock(\.usable) { return connection }
        // Outside the lock, as it makes a thread: should two do that at once, one of them ends it again.
        let made = try AvahiConnection(doing: doing)
        return shared.withLock { shared in
            if let connection = shared.usable { return connection }
            shared.connection = made
            return made
        }
    }
}
