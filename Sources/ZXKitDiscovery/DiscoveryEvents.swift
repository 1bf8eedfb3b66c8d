/// What becomes of an advertisement.
package enum PublicationEvent: Sendable, Equatable {
    /// The service is on the network under this name. It comes again whenever the service was published anew.
    case published(name: String)
    /// The name was taken, by a service of this or another host; this one is tried instead.
    case renamed(name: String)
    /// The service is off the network: the daemon or the bus went away (with the problem), or the host is settling its
    /// own name (without one). It is published again as soon as that can be.
    case withdrawn(DiscoveryProblem?)
    /// The advertisement was refused. One whose name, type or text is bad stays refused; what the daemon refused is
    /// tried again once a minute and when a daemon appears.
    case failed(DiscoveryProblem)
    /// Nothing can be published for now. It is tried again until it can be.
    case unavailable(DiscoveryProblem)
}

/// What a browse operation found out.
package enum BrowseEvent: Sendable, Equatable {
    /// A service is listed. That is a candidate and no proof of life: resolve it, and connect.
    case added(ServiceInstance)
    /// A service left the list.
    case removed(ServiceInstance)
    /// What is known now has been reported. Answers may still be under way.
    case allForNow
    /// All that was reported is void; what is still there is going to be added again.
    case flushed(DiscoveryProblem)
    /// Nothing can be found for now. What was reported and not flushed may be out of date.
    case unavailable(DiscoveryProblem)
    /// Services can be found again, or for the first time.
    case available
}

/// What a resolve operation found out.
package enum ResolveEvent: Sendable, Equatable {
    /// The service has this address. One event comes for each address family, and again when anything changes.
    case resolved(ServiceResolution)
    /// The service has no known address. The operation goes on, and a `resolved` may follow.
    case failed(DiscoveryProblem)
}

/// Whether services can be published and found.
package enum DiscoveryAvailability: Sendable, Equatable {
    /// They can.
    case available
    /// They can't, for this reason.
    case unavailable(DiscoveryProblem)
}
