import ZXKitLoggerReceiver

/// Finds the sources of a tail and has each followed by a task of its own.
actor TailCoordinator {
    /// After how long without a find a person is told that the search goes on.
    private static let patience = Duration.seconds(3)

    private let options: TailOptions
    private let session: TailSession
    private let merge: TailMerge
    private var directory = SourceDirectory()
    private var tasks: [SourceDirectory.ID: Task<Void, Never>] = [:]
    private var printer: TailPrinter
    private var problem: ReceiverError?
    private var found: Set<TailTarget> = []

    init(_ session: TailSession, _ merge: TailMerge) {
        self.session = session
        self.merge = merge
        options = session.options
        printer = TailPrinter(session: session)
    }

    /// Follows everything that was asked for, until the task is cancelled.
    func follow() async {
        for target in options.targets {
            followAddress(target)
        }
        guard options.browses else { return }
        let reminder = Task { await remind() }
        defer { reminder.cancel() }
        for await event in ServiceBrowser() {
            handle(event)
        }
    }

    /// Ends all connections.
    func stop() {
        for task in tasks.values {
            task.cancel()
        }
        tasks = [:]
    }

    /// Takes note of the state of a source's connection.
    ///
    /// - Returns: Whether to follow it on.
    func note(_ state: LogConnection.State, of id: SourceDirectory.ID) -> Bool {
        switch state {
        case .connecting, .ended:
            return true
        case .connected(let hello):
            // An ancestor's app tells none, so each is a run of its own.
            guard directory.connect(id, boot: hello.boot.isEmpty ? "source \(id)" : hello.boot) else {
                noteEnd(of: id)
                return false
            }
        case .waiting(let reason, _):
            directory.disconnect(id, saidGoodbye: reason.code == .appEnded)
        }
        tidy()
        return true
    }

    private func handle(_ event: ServiceBrowser.Event) {
        switch event {
        case .found(let service), .changed(let service): see(service)
        case .removed(let service): lose(service)
        case .unavailable(let error):
            problem = error
            printer.print(.unavailable(error))
        case .available:
            problem = nil
            printer.print(.available)
        }
    }

    private func see(_ service: LogService) {
        let matching = options.targets.filter { $0.matches(service) }
        found.formUnion(matching)
        guard options.targets.isEmpty || !matching.isEmpty else { return }
        if case .new(let id, let isRestart) = directory.see(service) {
            let connection = LogConnection(to: service, options: options.connection(isRestart: isRestart))
            follow(id, connection, TailSource(instance: service.instanceName, name: service.name))
        }
        tidy()
    }

    private func lose(_ service: LogService) {
        // Without discovery nothing is advertised, and that says nothing about any app.
        guard problem == nil, directory.lose(service) != nil else { return }
        var printer = TailPrinter(
            session: session, source: TailSource(instance: service.instanceName, name: service.name))
        printer.print(.gone)
        tidy()
    }

    private func followAddress(_ target: TailTarget) {
        let connection: LogConnection
        switch target {
        case .name: return
        case .address(let host, let port):
            connection = LogConnection(host: host, port: port, options: options.connection(isRestart: false))
        case .path(let path):
            connection = LogConnection(socketPath: path, options: options.connection(isRestart: false))
        }
        follow(directory.addDirect(), connection, TailSource(instance: "\(target)", name: "\(target)"))
    }

    private func follow(_ id: SourceDirectory.ID, _ connection: LogConnection, _ source: TailSource) {
        if directory.hasSeveral {
            session.nameSources()
            session.mergeSources()
        }
        let follower = SourceFollower(
            id: id, connection: connection, session: session, merge: merge, coordinator: self, source: source)
        tasks[id] = Task.detached { await follower.run() }
    }

    /// Takes note that a source will bring nothing more.
    func noteEnd(of id: SourceDirectory.ID) {
        directory.end(id)
        tasks[id] = nil
        if directory.hasEnded, !options.browses {
            session.end(.nothingLeft)
        }
    }

    private func tidy() {
        for id in directory.removeObsolete() {
            tasks.removeValue(forKey: id)?.cancel()
        }
    }

    /// Says which names were not found so far. Where it was said that nothing can be found, only those are worth a
    /// line that may have been meant as addresses: these would be reached.
    private func remind() async {
        try? await Task.sleep(for: Self.patience)
        guard !Task.isCancelled else { return }
        if options.targets.isEmpty, directory.hasEnded, problem == nil {
            printer.print(.notFound)
        }
        for target in options.targets where !found.contains(target) {
            guard case .name(let name) = target, problem == nil || TailTarget.reasonToBeName(name) != nil else {
                continue
            }
            var printer = TailPrinter(session: session, source: TailSource(instance: name, name: name))
            printer.print(.notFound)
        }
    }
}

extension TailOptions {
    /// Whether apps have to be looked for.
    var browses: Bool {
        targets.isEmpty
            || targets.contains {
                if case .name = $0 { true } else { false }
            }
    }

    /// What a connection asks for. Of an app that was restarted while it was watched, nothing may be missed.
    func connection(isRestart: Bool) -> LogConnection.Options {
        LogConnection.Options(level: level, labels: labels, start: isRestart ? .oldest : start)
    }
}
