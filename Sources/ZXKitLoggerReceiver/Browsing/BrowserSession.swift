import ZXKitDiscovery

/// What one iteration of a browser runs: a directory, and the wait for its changes. Ends with its last reference.
final class BrowserSession: Sendable {
    /// A service is heard on several interfaces in both families within a few milliseconds. Waiting for the rest makes
    /// that one event with all addresses, and a connection begins with the best of them.
    private static let settlingTime = Duration.milliseconds(50)

    private let signal = ChangeSignal()
    private let directory: ServiceDirectory

    init(discovery: any ServiceDiscovery) {
        directory = ServiceDirectory(discovery: discovery) { [signal] in signal.signal() }
        directory.start()
    }

    deinit {
        end()
    }

    /// Stops browsing; for good.
    func end() {
        signal.end()
        directory.stop()
    }

    /// Waits until something changed, and for what changes along with it.
    ///
    /// - Returns: What is known then, or nil when the task was cancelled.
    func nextSnapshot() async -> ServiceDirectory.Snapshot? {
        guard await signal.wait() else { return nil }
        // Cancelled while it settles: the caller looks for that itself.
        try? await Task.sleep(for: Self.settlingTime)
        return directory.snapshot()
    }
}
