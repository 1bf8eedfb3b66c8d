import CZXKitAvahi
import ZXKitLogPOSIX

/// An event of the C shim, copied out of it.
enum AvahiEvent: Sendable, Equatable {
    case availability(DiscoveryAvailability)
    case refused(DiscoveryProblem)
    case published(name: String)
    case renamed(name: String)
    case withdrawn(DiscoveryProblem?)
    case added(ServiceInstance)
    case removed(ServiceInstance)
    case allForNow
    case flushed(DiscoveryProblem)
    case resolved(ServiceResolution)
    case unresolved(DiscoveryProblem)
}

extension AvahiEvent {
    /// Copies an event; nil for one that a later shim might send.
    ///
    /// - Parameters:
    ///   - event: The event, whose pointers are good during the shim's callback.
    ///   - doing: What the operation does, for problems.
    init?(copying event: ZXAvahiEvent, doing: String) {
        let report = unsafe AvahiReport(event: event, doing: doing)
        switch unsafe event.kind {
        case .availability: self = .availability(report.availability)
        case .refused: self = .refused(report.refusal)
        case .published: self = .published(name: report.name)
        case .renamed: self = .renamed(name: report.name)
        case .withdrawn: self = .withdrawn(report.loss)
        case .added: self = .added(report.instance)
        case .removed: self = .removed(report.instance)
        case .allForNow: self = .allForNow
        case .flushed: self = .flushed(report.problem(.noDaemon))
        case .resolved:
            guard let address = report.address else { return nil }
            self = .resolved(report.resolution(at: address))
        case .unresolved: self = .unresolved(report.unresolved)
        @unknown default: return nil
        }
    }
}

extension PublicationEvent {
    /// What a publisher is told; nil: nothing.
    init?(_ event: AvahiEvent) {
        switch event {
        case .published(let name): self = .published(name: name)
        case .renamed(let name): self = .renamed(name: name)
        case .withdrawn(let problem): self = .withdrawn(problem)
        case .refused(let problem): self = .failed(problem)
        case .availability(.unavailable(let problem)): self = .unavailable(problem)
        default: return nil
        }
    }
}

extension BrowseEvent {
    /// What a browser is told; nil: nothing.
    init?(_ event: AvahiEvent) {
        switch event {
        case .added(let instance): self = .added(instance)
        case .removed(let instance): self = .removed(instance)
        case .allForNow: self = .allForNow
        case .flushed(let problem): self = .flushed(problem)
        case .refused(let problem), .availability(.unavailable(let problem)): self = .unavailable(problem)
        case .availability(.available): self = .available
        default: return nil
        }
    }
}

extension ResolveEvent {
    /// What a resolver is told; nil: nothing.
    init?(_ event: AvahiEvent) {
        switch event {
        case .resolved(let resolution): self = .resolved(resolution)
        case .unresolved(let problem), .refused(let problem), .availability(.unavailable(let problem)):
            self = .failed(problem)
        default: return nil
        }
    }
}
