internal import Synchronization
public import ZXKitLogCore
internal import ZXKitLogPOSIX

/// The working parts of a system: where calls come in, the journal, and what serves its sinks.
///
/// Loggers hold the engine, and the user holds the `LogSystem`: so a dropped system ends its threads although loggers of
/// it live on, and what those log from then on goes nowhere.
@usableFromInline
final class LogEngine: Sendable {
    /// The engine of the process-wide system. Until it is bootstrapped it has no sinks, and holds what is logged.
    @usableFromInline static let shared = LogEngine(early, threshold: LogLevel.info.rawValue)

    /// The options until the process-wide system is set up: 1 MiB for what is logged before.
    private static var early: LogSystemOptions {
        var options = LogSystemOptions()
        options.journalCapacity = 1_024 * 1_024
        return options
    }

    let cells: LabelCells
    let journal: Journal
    let boot = Identity.randomBoot()
    let ownRecords: OwnRecords
    private let ending = Ending()
    let collector: Collector
    private let intake: RecordIntake
    private let parts = Lock(Parts())

    private struct Parts {
        var runners: [SinkRunner] = []
        var services: [any JournalService] = []
    }

    init(_ options: LogSystemOptions, threshold: UInt8, quietTime: Duration = Collector.quietTime) {
        cells = LabelCells(threshold: threshold)
        journal = Journal(capacity: options.journalCapacity)
        let registry = RingRegistry(
            number: journal.number, ringCapacity: options.threadBufferCapacity,
            totalCapacity: options.threadBuffersCapacity)
        collector = Collector(
            registry: registry, labels: cells, journal: journal, ending: ending, quietTime: quietTime)
        intake = RecordIntake(collector: collector)
        ownRecords = OwnRecords(label: cells.label(OwnRecords.label), intake: intake)
    }

    // MARK: Sinks

    /// Gives the engine its sinks and begins to serve them.
    ///
    /// - Throws: What kept a sink from opening; then nothing has been started.
    func attach(_ sinks: [any LogSink], options: LogSystemOptions) throws(LogError) {
        try Self.check(sinks, options)
        let routes = try Self.open(sinks)
        intake.configure(showsPrivate: options.showsPrivate, overflow: options.overflow)
        journal.setCapacity(options.journalCapacity)
        cells.set(threshold: sinks.map(\.level.rawValue).min() ?? LabelCell.nothing)
        serve(sinks, routes)
    }

    private static func check(_ sinks: [any LogSink], _ options: LogSystemOptions) throws(LogError) {
        // A sink's number must fit into an entry of the journal.
        guard sinks.count < Int(UInt8.max) else {
            throw LogError(.invalidOption, reason: "a system can have at most \(UInt8.max - 1) sinks")
        }
        guard options.showsPrivate, let sink = sinks.first(where: \.sendsOffMachine) else { return }
        throw LogError(
            .privateValuesWouldLeave,
            reason: "a system that shows private values can't have the sink \(sink.name), which sends off this machine")
    }

    private static func open(_ sinks: [any LogSink]) throws(LogError) -> [LogDelivery.Route] {
        var routes: [LogDelivery.Route] = []
        for sink in sinks {
            do {
                routes.append(try sink.open().route)
            } catch let error as LogError {
                throw error
            } catch {
                throw LogError(.sinkFailed, reason: "sink \(sink.name) can't be opened: \(error)")
            }
        }
        return routes
    }

    private func serve(_ sinks: [any LogSink], _ routes: [LogDelivery.Route]) {
        for (index, (sink, route)) in zip(sinks, routes).enumerated() {
            let context = SinkContext(
                journal: journal, boot: boot, report: ownRecords, ending: ending,
                origin: SinkOrigin(number: UInt8(index + 1)))
            switch route {
            case .batches(let writer):
                let runner = SinkRunner(sink: sink, writer: writer, context: context)
                if sink.holdsJournal {
                    journal.add(holder: runner)
                }
                parts.withLock { $0.runners.append(runner) }
                runner.startOnceNeeded()
            case .journal(let service):
                parts.withLock { $0.services.append(service) }
                service.start(in: context)
            }
        }
    }

    private var runners: [SinkRunner] { parts.withLock { $0.runners } }
    private var services: [any JournalService] { parts.withLock { $0.services } }

    // MARK: Logging

    @usableFromInline
    func log(
        _ level: LogLevel, _ label: LabelName, _ message: () -> LogMessage, _ metadata: () -> LogFields?,
        _ site: CallSite
    ) {
        intake.log(level, label, message, metadata, site)
    }

    // MARK: End

    /// Switches logging off and lets the collector and the sinks take over what is left, until the deadline at most.
    /// Returns at once.
    func beginShutdown(deadline: Moment) {
        ending.begin(deadline: deadline)
        cells.set(threshold: LabelCell.nothing)
        intake.close()
        collector.beginEnd()
        runners.forEach { $0.finish() }
        services.forEach { $0.finish() }
    }

    /// Waits until the collector has ended, and so the journal is complete.
    ///
    /// - Returns: The number that all sinks are to reach.
    func waitForCollector(deadline: Moment) -> UInt64 {
        collector.waitUntilEnded(deadline: deadline)
        return journal.range.upperBound
    }

    /// Waits until what was logged before the call is in the journal.
    ///
    /// - Returns: The number that all sinks are to reach.
    func collect(deadline: Moment) -> UInt64 {
        collector.flush(deadline: deadline)
        return journal.range.upperBound
    }

    /// Waits until all sinks have what was logged so far.
    ///
    /// - Returns: Per sink that wasn't done in time, how many records were left.
    func flush(until target: UInt64, deadline: Moment) -> [String: UInt64] {
        var leftovers: [String: UInt64] = [:]
        for runner in runners {
            let left = runner.wait(until: target, deadline: deadline)
            if left > 0 {
                leftovers[runner.status.name, default: 0] += left
            }
        }
        return leftovers
    }

    /// Waits until the services have ended, and says what each left.
    func waitForServices(deadline: Moment) -> [String: UInt64] {
        var leftovers: [String: UInt64] = [:]
        for service in services {
            let left = service.waitUntilFinished(until: deadline)
            if left > 0 {
                leftovers[service.status.name, default: 0] += left
            }
        }
        return leftovers
    }

    // MARK: Status

    var status: LogSystemStatus {
        let range = journal.range
        return LogSystemStatus(
            boot: boot, oldest: range.lowerBound, next: range.upperBound, journalBytes: journal.usedBytes,
            sinks: runners.map(\.status), broadcasts: services.map(\.status))
    }
}
