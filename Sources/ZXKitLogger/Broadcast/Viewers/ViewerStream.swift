internal import ZXKitLogCore
internal import ZXKitLogPOSIX

/// What one viewer is sent: where it is in the journal, what its filter lets through, and its heartbeats.
final class ViewerStream: RecordFeed {
    private let context: SinkContext
    private let sink: BroadcastSink
    private let encoder: ItemEncoder
    private let shared: SharedRuns
    /// What was encoded for viewers that want the same.
    private var runs: EncodedRuns
    private(set) var filter: RecordFilter
    /// The sequence number that is looked at next.
    private(set) var cursor: UInt64 = 0 {
        didSet { report.update(cursor: cursor, sent: sent, missed: missed) }
    }
    /// Whether the last look at the journal found something, so that there may be more.
    private(set) var mayHaveMore = true
    private var sent: UInt64 = 0
    private var missed: UInt64 = 0
    let report: ViewerReport
    /// Why numbers may be gone at the next look: until the first, because the viewer asked for what is no longer held.
    private var reasonForMissed = LogGap.Reason.overrun
    private var pings = Pings()
    private var coverage = ViewerCoverage()

    /// Shorter runs of the journal are copied behind one another, so that many of them go with one system call.
    private static let smallestRun = 4 * 1_024
    /// The most of the journal that is offered in one turn, in bytes.
    private static let largestRun = 256 * 1_024

    /// Answers to a viewer's pings: one at most is pending.
    private struct Pings {
        var isPending = false
        var token: String?
    }

    init(
        as form: StreamForm, of filter: RecordFilter, sink: BroadcastSink, shared: SharedRuns, report: ViewerReport,
        context: SinkContext
    ) {
        self.context = context
        self.sink = sink
        self.shared = shared
        self.report = report
        encoder = ItemEncoder(form: form)
        self.filter = filter.limited(to: sink.mostVerbose)
        runs = shared.runs(form, self.filter)
        report.update(self.filter)
    }

    // MARK: Beginning

    /// Appends the hello, and what has to be said about the beginning.
    func begin(at start: StreamStart, to output: inout [UInt8]) {
        let held = context.journal.range
        var gap: LogGap?
        switch start {
        case .now: cursor = held.upperBound
        case .oldest: cursor = held.lowerBound
        case .last(let count): cursor = context.journal.start(ofLast: count, matching: filter)
        case .resume(context.boot, let sequence):
            cursor = min(max(sequence, 1), held.upperBound)
            reasonForMissed = .expired
        case .resume:
            cursor = held.lowerBound
            gap = LogGap(range: nil, count: nil, reason: .restarted, time: .now)
        }
        append(.hello(hello()), to: &output)
        if let gap {
            append(.gap(gap), to: &output)
        }
    }

    /// Takes a new filter from the cursor on; a hello marks where it begins.
    func change(to filter: RecordFilter, output: inout [UInt8]) {
        self.filter = filter.limited(to: sink.mostVerbose)
        runs = shared.runs(encoder.form, self.filter)
        coverage = ViewerCoverage()
        report.update(self.filter)
        append(.hello(hello()), to: &output)
    }

    private func hello() -> LogHello {
        let held = context.journal.range
        return LogHello(
            id: sink.id, boot: context.boot, name: sink.name, host: HostFacts.hostName,
            processID: Int(ProcessFacts.processID), time: .now, monotonic: SystemClock.monotonic(),
            oldest: held.lowerBound, next: held.upperBound, start: cursor, level: filter.level, labels: filter.labels,
            maxFrame: WireLimits.frame)
    }

    // MARK: Going on

    /// Prepares the next piece of the journal: work that is bounded, whatever the filter lets through.
    func fill(_ output: inout ViewerOutput) {
        appendPingAnswer(to: &output.bytes)
        let reading = context.journal.read(at: cursor)
        if let range = reading.missed {
            miss(range, &output.bytes)
        }
        reasonForMissed = .overrun
        mayHaveMore = reading.slice != nil
        guard let slice = reading.slice else { return }
        offer(captured(slice, &output.bytes), to: &output)
    }

    private func offer(_ slice: JournalSlice, to output: inout ViewerOutput) {
        if encoder.form.isFrames, let run = longRun(of: slice) {
            return output.offer(run)
        }
        let part = runs.part(of: slice, keeping: shared.limitForEach)
        guard part.bytes.isEmpty else { return output.offer(part) }
        cursor = part.next
    }

    /// The entries at the slice's beginning, if so many bytes of them are wanted that it is quicker to hand them over where
    /// they lie.
    private func longRun(of slice: JournalSlice) -> JournalRun? {
        let start = slice.entries.lowerBound
        let entries = slice.selection(by: filter).nextRun(from: start, atMostBytes: Self.largestRun)
        guard entries.lowerBound == start, !entries.isEmpty else { return nil }
        let run = JournalRun(slice: slice, entries: entries)
        return run.bytes.count >= Self.smallestRun ? run : nil
    }

    /// Takes note of how much of the run that was offered is on its way.
    func note(_ progress: RunProgress) {
        sent += UInt64(progress.records)
        cursor = progress.cursor
    }

    /// Tells the viewer where some of what it wants was not captured, before it gets the first number of that range.
    ///
    /// - Returns: The slice as far as that goes.
    private func captured(_ slice: JournalSlice, _ output: inout [UInt8]) -> JournalSlice {
        coverage.update(from: context.journal, at: cursor, for: filter)
        let next = context.journal.range.upperBound
        guard let range = coverage.untold(from: cursor, before: next) else { return slice }
        guard range.lowerBound <= cursor else { return slice.prefix(before: range.lowerBound) }
        append(.gap(LogGap(range: range, count: nil, reason: .level, time: .now)), to: &output)
        coverage.noteTold(range)
        return captured(slice, &output)
    }

    private func miss(_ range: ClosedRange<UInt64>, _ output: inout [UInt8]) {
        let gap = LogGap(range, reason: reasonForMissed, time: .now)
        missed += gap.count ?? 0
        cursor = range.upperBound + 1
        append(.gap(gap), to: &output)
    }

    // MARK: Signs of life

    /// Asks for a heartbeat that carries a token; a later one replaces an earlier.
    func ping(_ token: String) {
        pings = Pings(isPending: true, token: token)
    }

    var hasPing: Bool { pings.isPending }

    private func appendPingAnswer(to output: inout [UInt8]) {
        guard pings.isPending else { return }
        appendHeartbeat(token: pings.token, to: &output)
        pings = Pings()
    }

    func appendHeartbeat(token: String? = nil, to output: inout [UInt8]) {
        let heartbeat = LogHeartbeat(
            time: .now, monotonic: SystemClock.monotonic(), next: context.journal.range.upperBound, done: cursor,
            sent: sent, token: token)
        append(.heartbeat(heartbeat), to: &output)
    }

    func append(_ item: WireItem, to output: inout [UInt8]) {
        encoder.append(item, to: &output)
    }
}

extension RecordFilter {
    /// The filter with no lower level than what may be granted.
    fileprivate func limited(to mostVerbose: LogLevel) -> RecordFilter {
        RecordFilter(level: max(level, mostVerbose), labels: labels)
    }
}
