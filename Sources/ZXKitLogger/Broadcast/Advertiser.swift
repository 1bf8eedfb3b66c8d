internal import ZXKitDiscovery
internal import ZXKitLogCore
internal import ZXKitLogPOSIX

/// Keeps the broadcast advertised on the local network, and says once per change what became of it.
final class Advertiser: Sendable {
    private let server: BroadcastServer
    private let boot: String
    private let report: OwnRecords
    private let operation = Lock<(any DiscoveryOperation)?>(nil)

    init(server: BroadcastServer, boot: String, report: OwnRecords) {
        self.server = server
        self.boot = boot
        self.report = report
    }

    /// Begins to advertise a port, if that is wanted and not done yet.
    func start(port: UInt16) {
        let sink = server.sink
        guard sink.isAdvertised, operation.withLock({ $0 == nil }) else { return }
        let advertisement = ServiceAdvertisement(
            name: instanceName, type: ServiceText.serviceType, port: port, text: serviceText.strings,
            scope: sink.access == .loopback ? .loopback : .all)
        let started = sink.discovery.publish(advertisement) { [self] in handle($0) }
        operation.withLock { $0 = started }
    }

    /// Takes the advertisement back.
    func stop() {
        // Not under the lock: cancelling waits for an event that is just being handled.
        operation.withLock { $0.take() }?.cancel()
    }

    // MARK: What is advertised

    private var serviceText: ServiceText {
        ServiceText(
            name: server.sink.name, id: server.sink.id, boot: boot, processID: Int(ProcessFacts.processID),
            host: HostFacts.hostName)
    }

    /// `<name>-<host>-<pid>`, of which the name is cut if need be: host and process keep instances apart.
    private var instanceName: String {
        let ending = "-\(HostFacts.hostName.prefix(utf8Bytes: 40))-\(ProcessFacts.processID)"
        return server.sink.name.prefix(utf8Bytes: Self.longestName - ending.utf8.count) + ending
    }

    /// The longest instance name, in bytes (RFC 6763 §4.1.1).
    private static let longestName = 63

    // MARK: What became of it

    private func handle(_ event: PublicationEvent) {
        switch event {
        case .published(let name): change(to: .advertised(name: name), .info, "is advertised as \(name)")
        case .renamed(let name): report.log(.info, "\(subject) is to be called \(name), as its name was taken")
        case .withdrawn(nil): change(to: .starting, .debug, "is advertised anew, as this host settles its name")
        case .withdrawn(let problem?), .failed(let problem), .unavailable(let problem): lose(problem)
        }
    }

    private func lose(_ problem: DiscoveryProblem) {
        let remedy = problem.remedy.map { "; remedy: \($0)" } ?? ""
        let address = server.status.addresses.first.map { "; meanwhile it can be watched at \($0)" } ?? ""
        let reason = problem.cause + (problem.reason.isEmpty ? "" : " (\(problem.reason))") + remedy
        change(to: .unavailable(reason: reason), .warning, "is not advertised: \(reason)\(address)")
    }

    private var subject: String { "broadcast \(server.sink.name)" }

    private func change(to advertisement: BroadcastStatus.Advertisement, _ level: LogLevel, _ words: String) {
        guard server.exchange(advertisement) != advertisement else { return }
        report.log(level, "\(subject) \(words)")
    }
}
