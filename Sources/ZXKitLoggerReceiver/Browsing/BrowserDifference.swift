/// What a browser's consumer has been told, so that it can be told what is new.
struct BrowserDifference {
    private var services: [LogService.ID: LogService] = [:]
    private var problem: ReceiverError?

    /// The events that lead from what was told to this snapshot, which counts as told from now on.
    ///
    /// Whether browsing works comes first, as it explains the rest; what is gone comes before what is found, so that
    /// the old run of a restarted app leaves before the new one enters.
    mutating func update(to snapshot: ServiceDirectory.Snapshot) -> [ServiceBrowser.Event] {
        defer {
            services = snapshot.services
            problem = snapshot.problem
        }
        return availability(in: snapshot) + removals(in: snapshot) + arrivals(in: snapshot)
    }

    private func availability(in snapshot: ServiceDirectory.Snapshot) -> [ServiceBrowser.Event] {
        guard snapshot.problem != problem else { return [] }
        return [snapshot.problem.map { .unavailable($0) } ?? .available]
    }

    private func removals(in snapshot: ServiceDirectory.Snapshot) -> [ServiceBrowser.Event] {
        let gone = services.values.filter { snapshot.services[$0.id] == nil }
        return Self.sorted(gone).map { .removed($0) }
    }

    private func arrivals(in snapshot: ServiceDirectory.Snapshot) -> [ServiceBrowser.Event] {
        Self.sorted(snapshot.services.values).compactMap { service in
            guard let known = services[service.id] else { return .found(service) }
            return known == service ? nil : .changed(service)
        }
    }

    private static func sorted(_ services: some Sequence<LogService>) -> [LogService] {
        services.sorted { $0.instanceName < $1.instanceName }
    }
}
