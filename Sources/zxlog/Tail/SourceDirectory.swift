import ZXKitLoggerReceiver

/// Which sources a tail follows, and which it should: one for each run of an app, however it is seen and named.
///
/// Being advertised is not being alive: a source whose advertisement is gone is followed on while its connection lives,
/// and is kept, trying, in case the same run is reached again. It goes when another run of its app has come, or when it
/// said goodbye.
struct SourceDirectory {
    /// What a source is known by.
    typealias ID = Int

    /// What an app that was seen means.
    enum Sighting: Equatable {
        /// It is followed already.
        case known
        /// It is to be followed. A restart of an app that was followed is taken from its beginning.
        case new(ID, isRestart: Bool)
    }

    private struct Source {
        var service: LogService?
        /// Given as HOST:PORT: what discovery says about it does not matter.
        let isDirect: Bool
        /// The run that it is connected to, or was last.
        var boot: String?
        var isConnected = false
        var saidGoodbye = false
        /// Its connection will not try again.
        var isEnded = false
        /// When its advertisement went, as the count of such events; nil while it is there.
        var removal: Int?

        func isSame(_ other: LogService) -> Bool {
            service?.id == other.id || (boot != nil && boot == other.boot && !isEnded)
        }

        var isLeftOver: Bool {
            !isDirect && !isConnected && removal != nil
        }
    }

    /// How many sources are kept that are neither advertised nor connected.
    static let maximumLeftOvers = 64

    private var sources: [ID: Source] = [:]
    private var nextID = 0
    private var removals = 0
    private var applications: Set<String> = []

    /// Whether lines of several sources may come now.
    var hasSeveral: Bool {
        sources.values.count { !$0.isEnded && !$0.isLeftOver } > 1
    }

    /// Whether no source will ever bring anything, unless a new one comes.
    var hasEnded: Bool {
        sources.values.allSatisfy(\.isEnded)
    }

    /// Adds a source that was given as HOST:PORT.
    mutating func addDirect() -> ID {
        add(Source(isDirect: true))
    }

    /// Takes note of an app that is advertised and wanted.
    mutating func see(_ service: LogService) -> Sighting {
        if let id = sources.first(where: { $0.value.isSame(service) })?.key {
            sources[id]?.service = service
            sources[id]?.removal = nil
            return .known
        }
        let isRestart = isRestart(service)
        if let application = service.applicationID {
            applications.insert(application)
        }
        return .new(add(Source(service: service, isDirect: false)), isRestart: isRestart)
    }

    /// Takes note that an app is no longer advertised.
    ///
    /// - Returns: The source that it was, if it is not connected.
    mutating func lose(_ service: LogService) -> ID? {
        guard let (id, source) = sources.first(where: { $0.value.service?.id == service.id }), !source.isDirect else {
            return nil
        }
        guard !source.isEnded else {
            sources[id] = nil
            return nil
        }
        removals += 1
        sources[id]?.removal = removals
        return source.isConnected ? nil : id
    }

    /// Takes note that a source is connected to a run of its app.
    ///
    /// - Returns: False if another source follows that run.
    mutating func connect(_ id: ID, boot: String) -> Bool {
        let isTaken = sources.contains { $0.key != id && $0.value.boot == boot && !$0.value.isEnded }
        guard !isTaken else { return false }
        sources[id]?.boot = boot
        sources[id]?.isConnected = true
        sources[id]?.saidGoodbye = false
        return true
    }

    /// Takes note that a source is not connected.
    mutating func disconnect(_ id: ID, saidGoodbye: Bool) {
        sources[id]?.isConnected = false
        // Kept over the tries that follow: they find nobody there.
        if saidGoodbye {
            sources[id]?.saidGoodbye = true
        }
    }

    /// Takes note that a source will not try again.
    mutating func end(_ id: ID) {
        sources[id]?.isConnected = false
        sources[id]?.isEnded = true
    }

    /// Takes out the sources that need not be followed any more.
    mutating func removeObsolete() -> [ID] {
        var obsolete = sources.filter { isObsolete($0.value) }.map(\.key)
        let leftOvers = sources.filter { $0.value.isLeftOver && !obsolete.contains($0.key) }
        let oldestFirst = leftOvers.sorted { ($0.value.removal ?? 0) < ($1.value.removal ?? 0) }
        obsolete += oldestFirst.dropLast(Self.maximumLeftOvers).map(\.key)
        for id in obsolete {
            sources[id] = nil
        }
        return obsolete.sorted()
    }

    private mutating func add(_ source: Source) -> ID {
        defer { nextID += 1 }
        sources[nextID] = source
        return nextID
    }

    private func isObsolete(_ source: Source) -> Bool {
        guard source.isLeftOver else { return false }
        return source.saidGoodbye || hasSuccessor(source)
    }

    private func hasSuccessor(_ source: Source) -> Bool {
        guard let application = source.service?.applicationID else { return false }
        return sources.values.contains { $0.removal == nil && $0.service?.applicationID == application }
    }

    /// A new run of an app is a restart if no other run of it lives; else it is a second instance.
    private func isRestart(_ service: LogService) -> Bool {
        guard let application = service.applicationID, applications.contains(application) else { return false }
        return !sources.values.contains { $0.isConnected && $0.service?.applicationID == application }
    }
}
