import ZXKitLoggerReceiver

/// Finds the apps that are there now.
actor SingleLook {
    /// Once something was found: how long nothing new must come before the answers count as all. A daemon that has
    /// asked the network before answers within 50 ms, one that must ask for the first time within 300 ms.
    private static let quiet = Duration.seconds(1)

    private let browser: ServiceBrowser
    private let timeout: Duration
    private let settled = OneShot<Void>()
    private var services: [LogService.ID: LogService] = [:]
    private var problem: ReceiverError?
    private var quietTimer: Task<Void, Never>?

    /// A look that takes at most so long.
    init(_ browser: ServiceBrowser = ServiceBrowser(), timeout: Duration) {
        self.browser = browser
        self.timeout = timeout
    }

    /// Looks until the answers have settled or the time is over.
    ///
    /// - Returns: The apps by name, or why they can't be looked for.
    func result() async -> Result<[LogService], ReceiverError> {
        let browsing = Task { await browse() }
        let deadline = settle(after: timeout)
        await settled.value()
        browsing.cancel()
        deadline.cancel()
        quietTimer?.cancel()
        if let problem {
            return .failure(problem)
        }
        return .success(services.values.sorted { ($0.name, $0.instanceName) < ($1.name, $1.instanceName) })
    }

    private func browse() async {
        for await event in browser {
            take(event)
        }
    }

    private func take(_ event: ServiceBrowser.Event) {
        switch event {
        case .found(let service), .changed(let service): services[service.id] = service
        case .removed(let service): services[service.id] = nil
        case .unavailable(let error): problem = error
        case .available: problem = nil
        }
        // Trouble that a person has to mend does not go by waiting.
        if problem?.remedy != nil {
            return settled.resolve(())
        }
        quietTimer?.cancel()
        quietTimer = services.isEmpty ? nil : settle(after: Self.quiet)
    }

    private func settle(after delay: Duration) -> Task<Void, Never> {
        Task { [settled] in
            guard (try? await Task.sleep(for: delay)) != nil else { return }
            settled.resolve(())
        }
    }
}
