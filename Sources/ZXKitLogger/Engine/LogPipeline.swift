internal import ZXKitLogCore
internal import ZXKitLogPOSIX

/// The working parts of a system in one process: where calls come in, the journal, and what serves its sinks.
final class LogPipeline: Sendable {
    /// The process that it works in. In a forked child its locks may be held by threads that aren't there, for ever.
    let generation = ForkGeneration.current
    let journal: Journal
    let intake: RecordIntake
    let capture: CaptureControl
    private let boot = Identity.randomBoot()
    private let ownRecords: OwnRecords
    private let ending = Ending()
    let collector: Collector
    private let parts = Lock(Parts())

    private struct Parts {
        var runners: [SinkRunner] = []
        var services: [any JournalService] = []
    }

    init(_ options: LogSystemOptions, _ cells: LabelCells) {
        let levels = cells.levels
        journal = Journal(capacity: options.journalCapacity, capturing: levels)
        let registry = RingRegistry(
            number: journal.number, ringCapacity: options.threadBufferCapacity,
            totalCapacity: options.threadBuffersCapacity)
        collector = Collector(
            registry: registry, labels: cells, journal: journal, ending: ending, quietTime: options.quietTime)
        capture = CaptureControl(levels, cells: cells, journal: journal, collector: collector)
        intake = RecordIntake(collector: collector)
        ownRecords = OwnRecords(label: cells.label(OwnRecords.label), intake: intake)
    }

    /// Takes over what was chosen with the sinks.
    func configure(_ options: LogSystemOptions) {
        intake.configure(showsPrivate: options.showsPrivate, overflow: options.overflow)
        journal.setCapacity(options.journalCapacity)
    }

    // MARK: Sinks

    /// Begins to serve the sinks.
    func serve(_ sinks: [OpenedSink]) {
        let contexts = contexts(of: sinks.map(\.attached))
        for (opened, context) in zip(sinks, contexts) {
            serve(opened.sink, opened.route, in: context)
        }
        intake.durableCalls.begin(for: runners)
    }

    /// Begins to serve, in a forked child, what its parent served. What can't be opened now is told, and costs the app
    /// nothing else.
    func serveAgain(_ sinks: [AttachedSink]) {
        for (attached, context) in zip(sinks, contexts(of: sinks)) {
            do throws(LogError) {
                serve(attached.sink, try attached.routeInChild(), in: context)
            } catch {
                ownRecords.log(.error, "sink \(attached.sink.name) is gone in this forked process: \(error)")
            }
        }
        intake.durableCalls.begin(for: runners)
    }

    /// What the threads of the sinks are to know; what the sinks want is captured from now on.
    private func contexts(of sinks: [AttachedSink]) -> [SinkContext] {
        let levels = sinks.map { SinkLevels($0) }
        capture.begin(with: levels)
        return levels.enumerated().map { index, levels in
            SinkContext(
                journal: journal, boot: boot, report: ownRecords, ending: ending,
                origin: SinkOrigin(number: UInt8(index + 1)), levels: levels, capture: capture)
        }
    }

    private func serve(_ sink: any LogSink, _ route: LogDelivery.Route, in context: SinkContext) {
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

    private var runners: [SinkRunner] { parts.withLock { $0.runners } }
    private var services: [any JournalService] { parts.withLock { $0.services } }

    // MARK: End

    /// Lets the collector and the sinks take over what is left, until the deadline at most. Returns at once.
    func beginShutdown(deadline: Moment) {
        ending.begin(deadline: deadline)
        capture.close()
        intake.close()
        intake.durableCalls.end()
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

    /// Whether nothing has anything left to do, or may have: after the deadline nothing is delivered any more.
    var hasEnded: Bool {
        guard ending.deadline != nil else { return false }
        return ending.isOver || journal.isClosed && runners.allSatisfy(\.isDone) && services.allSatisfy(\.hasEnded)
    }

    // MARK: Status

    var status: LogSystemStatus {
        let range = journal.range
        return LogSystemStatus(
            boot: boot, oldest: range.lowerBound, next: range.upperBound, journalBytes: journal.usedBytes,
            journalCapacity: journal.capacity, buffers: collector.bufferStatus, captured: capture.captured,
            sinks: runners.map(\.status), broadcasts: services.map(\.status))
    }
}
