internal import Synchronization
public import ZXKitLogCore
internal import ZXKitLogPOSIX

/// What stays of a system as long as it lives, in forked children too: its labels' levels, and what it was set up with. The
/// working parts are the pipeline, which a child has to make anew.
///
/// Loggers hold the engine, and the user holds the `LogSystem`: so a dropped system ends its threads although loggers of
/// it live on, and what those log from then on goes nowhere.
@safe
@usableFromInline
final class LogEngine: Sendable {
    /// The engine of the process-wide system. Until it is bootstrapped it has no sinks, and holds what is logged.
    @usableFromInline static let shared = LogEngine(early, capturing: LogLevels(.info))

    /// The options until the process-wide system is set up: 1 MiB for what is logged before.
    private static var early: LogSystemOptions {
        var options = LogSystemOptions()
        options.journalCapacity = 1_024 * 1_024
        return options
    }

    let cells: LabelCells
    private let options: LogSystemOptions
    private let setup = ForkSafeLock(Setup())
    /// Where calls come in. It is the same for good, so that a call finds it without a reference count: in a forked child it
    /// hands on to that of the child's pipeline.
    private let intake: RecordIntake
    // Never nil once `init` is done. The engine holds the one reference to the pipeline.
    private let currentPipeline = unsafe Atomic<Unmanaged<LogPipeline>?>(nil)

    private struct Setup {
        var sinks: [AttachedSink] = []
        var options: LogSystemOptions?
        var hasEnded = false
    }

    /// - Parameters:
    ///   - options: Bounds and behaviour.
    ///   - levels: What is captured until there are sinks.
    init(_ options: LogSystemOptions, capturing levels: LogLevels) {
        cells = LabelCells(levels)
        self.options = options
        let pipeline = LogPipeline(options, cells)
        intake = pipeline.intake
        unsafe currentPipeline.store(.passRetained(pipeline), ordering: .releasing)
        intake.connect(to: self)
    }

    deinit {
        // What belongs to the parent of a forked process is left as it is: its threads' locks, and closed descriptors.
        guard let pipeline = ownPipeline else { return }
        unsafe Unmanaged.passUnretained(pipeline).release()
    }

    // MARK: Pipeline

    /// The working parts, made anew where those that are there belong to the parent of a forked process.
    var pipeline: LogPipeline {
        let pipeline = knownPipeline
        return pipeline.generation.isCurrent ? pipeline : replace(pipeline)
    }

    /// The working parts, or `nil` in a forked process that has made none.
    private var ownPipeline: LogPipeline? {
        let pipeline = knownPipeline
        return pipeline.generation.isCurrent ? pipeline : nil
    }

    private var knownPipeline: LogPipeline {
        // One that is replaced is never released, so the pointer is good whatever other threads do.
        unsafe currentPipeline.load(ordering: .acquiring).unsafelyUnwrapped.takeUnretainedValue()
    }

    /// No lock: whoever comes first publishes what it made, and another throws away what it has.
    private func replace(_ stale: LogPipeline) -> LogPipeline {
        let setup = setup.withLock { $0 }
        let pipeline = LogPipeline(options, cells)
        if let options = setup.options {
            pipeline.configure(options)
        }
        let retained = unsafe Unmanaged.passRetained(pipeline)
        let (isFirst, _) = unsafe currentPipeline.compareExchange(
            expected: .passUnretained(stale), desired: retained, ordering: .acquiringAndReleasing)
        guard isFirst else {
            unsafe retained.release()
            return knownPipeline
        }
        if !setup.hasEnded {
            pipeline.serveAgain(setup.sinks)
        }
        return pipeline
    }

    var journal: Journal { pipeline.journal }

    var status: LogSystemStatus { pipeline.status }

    // MARK: Sinks

    /// Gives the engine its sinks and begins to serve them.
    ///
    /// - Throws: What kept a sink from opening; then nothing has been started.
    func attach(_ sinks: [any LogSink], options: LogSystemOptions) throws(LogError) {
        try Self.check(sinks, options)
        let opened = try sinks.map { sink throws(LogError) in try OpenedSink(sink) }
        let pipeline = pipeline
        pipeline.configure(options)
        setup.withLock { setup in
            setup.sinks = opened.map(\.attached)
            setup.options = options
        }
        LivingSystems.add(self)
        pipeline.serve(opened)
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

    // MARK: Levels

    /// Changes the levels of the sinks of a name, or of all for `nil`.
    ///
    /// - Returns: Whether there are any.
    func setLevels(_ levels: LogLevels, ofSink name: String?) -> Bool {
        let pipeline = pipeline
        let sinks = setup.withLock(\.sinks)
        let meant = sinks.indices.filter { name == nil || sinks[$0].sink.name == name }
        pipeline.capture.setLevels(levels, ofSinks: meant)
        // For a forked child.
        setup.withLock { setup in
            for index in meant {
                setup.sinks[index].levels = levels
            }
        }
        return !meant.isEmpty
    }

    /// The names of the sinks, each once, in their order.
    var sinkNames: [String] {
        setup.withLock(\.sinks).map(\.sink.name).reduce(into: []) { names, name in
            if !names.contains(name) { names.append(name) }
        }
    }

    // MARK: Logging

    /// Opens a record on the calling thread, into which the message and the metadata are built; `commit` must follow.
    ///
    /// - Returns: The time, in ticks.
    @usableFromInline
    func open() -> UInt64 {
        intake.open()
    }

    /// Writes the record that is open, without metadata: what most calls need takes the fewest registers.
    @usableFromInline
    func commit(_ level: LogLevel, _ label: LabelName, _ time: UInt64, _ message: LogMessage, _ site: CallSite) {
        commitAny(level, label, time, message, nil, site)
    }

    /// Writes the record that is open.
    @usableFromInline
    func commit(
        _ level: LogLevel, _ label: LabelName, _ time: UInt64, _ message: LogMessage, _ metadata: LogFields,
        _ site: CallSite
    ) {
        commitAny(level, label, time, message, metadata, site)
    }

    @inline(__always)
    private func commitAny(
        _ level: LogLevel, _ label: LabelName, _ time: UInt64, _ message: LogMessage, _ metadata: LogFields?,
        _ site: CallSite
    ) {
        guard !intake.durableCalls.include(level) else {
            return commitDurably(level, label, time, message, metadata, site)
        }
        intake.commit(level, label, time, message, metadata, site)
    }

    /// Writes the record that is open, and returns when the files that flush on its level have it.
    @inline(never)
    private func commitDurably(
        _ level: LogLevel, _ label: LabelName, _ time: UInt64, _ message: LogMessage, _ metadata: LogFields?,
        _ site: CallSite
    ) {
        // In a forked child its own, as locks of the parent's may be held for ever.
        let intake = pipeline.intake
        let files = intake.durableCalls.files(for: level, of: label.text)
        guard !files.isEmpty else { return intake.commit(level, label, time, message, metadata, site) }
        let deadline = Moment.after(DurableCalls.patience)
        intake.commit(level, label, time, message, metadata, site, patience: .until(deadline))
        intake.durableCalls.wait(for: files, until: deadline)
    }

    // MARK: End

    /// Waits until what was logged before the call is in the journal and all sinks have it.
    ///
    /// - Returns: Per sink that wasn't done in time, how many records were left.
    func flush(deadline: Moment) -> [String: UInt64] {
        guard let pipeline = ownPipeline else { return [:] }
        let target = pipeline.collect(deadline: deadline)
        return pipeline.flush(until: target, deadline: deadline)
    }

    /// Switches logging off and lets the collector and the sinks take over what is left, until the deadline at most.
    /// Returns at once.
    func beginShutdown(deadline: Moment) {
        setup.withLock { $0.hasEnded = true }
        cells.set(.off)
        ownPipeline?.beginShutdown(deadline: deadline)
        LivingSystems.removeEnded()
    }

    /// Waits for the end of a shutdown that has begun.
    ///
    /// - Returns: Per sink that wasn't done in time, how many records were left.
    func finishShutdown(deadline: Moment) -> [String: UInt64] {
        guard let pipeline = ownPipeline else { return [:] }
        let target = pipeline.waitForCollector(deadline: deadline)
        let leftovers = pipeline.flush(until: target, deadline: deadline)
        return leftovers.merging(pipeline.waitForServices(deadline: deadline)) { $0 + $1 }
    }

    /// Whether its shutdown is over, and nothing of it has anything left to do.
    var hasEnded: Bool {
        guard setup.withLock(\.hasEnded) else { return false }
        return ownPipeline?.hasEnded ?? true
    }
}
