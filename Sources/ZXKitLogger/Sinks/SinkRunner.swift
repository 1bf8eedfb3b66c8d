internal import ZXKitLogCore
internal import ZXKitLogPOSIX

/// Serves one sink: a thread with a cursor in the journal, which hands batches to the sink's closure.
///
/// The thread is made with the first record, so that systems which log nothing cost none.
final class SinkRunner: Sendable {
    /// From which level on a log call returns only when this sink has the record; `nil` if none does.
    let flushLevel: LogLevel?
    private let name: String
    private let context: SinkContext
    private let writer: BatchWriter
    private let parker = Parker()
    private let state = Lock(State())

    fileprivate struct State {
        var cursor: UInt64 = 1
        var hasThread = false
        var hasEnded = false
        /// Why it fails now, or `nil` while it works.
        var failure: String?
        var lastFailure: SinkStatus.Failure?
        var failedAttempts: UInt64 = 0
        var missed: UInt64 = 0
        /// Since when it is at work on what it was last given; `nil` while it has everything.
        var workingSince: Moment?
        var waiters: [Parker] = []
    }

    init(sink: any LogSink, writer: BatchWriter, context: SinkContext) {
        name = sink.name
        flushLevel = sink.flushLevel
        self.context = context
        self.writer = writer
    }

    var status: SinkStatus {
        let next = context.journal.range.upperBound
        return state.withLock { state in
            SinkStatus(
                name: name, levels: context.levels.current, cursor: state.cursor, lag: next - min(state.cursor, next),
                missed: state.missed, isStandingStill: state.isStandingStill, failedAttempts: state.failedAttempts,
                failure: state.failure, lastFailure: state.lastFailure)
        }
    }

    // MARK: Life

    /// Makes the thread as soon as there is something to read; at once if there is already.
    func startOnceNeeded() {
        guard !context.journal.wake(self, whenBeyond: state.withLock(\.cursor)) else { return }
        wake()
    }

    private func startThread() {
        do throws(SystemCallError) {
            _ = try SystemThread.start(name: "zxkit-sink") { self.run() }
        } catch {
            // Without a thread the sink can't work; the next record tries again.
            state.withLock { state in
                state.hasThread = false
                state.note("no thread for it: \(error)")
            }
            _ = context.journal.wake(self, whenBeyond: .max)
        }
    }

    /// Wakes the thread, so that it sees that the shutdown has begun.
    func finish() {
        parker.unpark()
    }

    /// Waits until all before a number has been delivered, or the moment has passed.
    ///
    /// - Returns: How many are left.
    func wait(until target: UInt64, deadline: Moment) -> UInt64 {
        // A sink that waited for itself would wait for ever.
        guard SinkOrigin.current(in: context.journal.number) != context.origin else { return leftover(to: target) }
        let parker = Parker()
        defer { state.withLock { state in state.waiters.removeAll { $0 === parker } } }
        while true {
            let left = state.withLock { state -> UInt64 in
                guard state.cursor < target, !state.hasEnded else { return 0 }
                state.waiters.append(parker)
                return target - state.cursor
            }
            guard left > 0 else { return leftover(to: target) }
            guard !deadline.hasPassed else { return left }
            parker.park(timeout: deadline.remaining)
        }
    }

    /// Whether a call of this level and label is to wait for this sink: not for a record that it doesn't get.
    func flushes(_ level: LogLevel, of label: String) -> Bool {
        guard let flushLevel, level >= flushLevel, let wanted = context.levels.current.level(of: label) else {
            return false
        }
        return level >= wanted
    }

    private func leftover(to target: UInt64) -> UInt64 {
        state.withLock { target - min($0.cursor, target) }
    }

    /// Whether it has nothing left to do, once the journal is closed: it may never have needed a thread.
    var isDone: Bool {
        let next = context.journal.range.upperBound
        return state.withLock { $0.hasEnded || !$0.hasThread && $0.cursor >= next }
    }

    // MARK: Thread

    private func run() {
        SystemThread.letOthersGoOn()
        context.origin.claimThread(in: context.journal.number)
        var cursor = state.withLock { $0.cursor }
        var filter = SinkFilter(context.levels, origin: context.origin)
        while !context.ending.isOver {
            let reading = context.journal.read(at: cursor)
            if reading.missed == nil, reading.slice == nil {
                if context.journal.isClosed { break }
                sleep(beyond: cursor)
            } else {
                cursor = handOver(reading, &filter, from: cursor)
            }
        }
        end()
    }

    private func sleep(beyond cursor: UInt64) {
        state.withLock { $0.workingSince = nil }
        guard context.journal.wake(self, whenBeyond: cursor) else { return }
        parker.park()
    }

    /// Delivers what was read.
    ///
    /// - Returns: The cursor behind it, or where it was if the sink failed until the end.
    private func handOver(_ reading: JournalReading, _ filter: inout SinkFilter, from cursor: UInt64) -> UInt64 {
        let slice = reading.slice.map { filter.read($0) }
        let next = slice?.journal.next ?? reading.missed.map { $0.upperBound + 1 } ?? cursor
        let gap = reading.missed.map { LogGap($0, reason: .overrun, time: .now) }
        state.withLock { $0.workingSince = .now }
        let hasContent = gap != nil || slice?.isWanted ?? false
        if hasContent {
            guard deliver(LogBatch(gap: gap, slice: slice)) else { return cursor }
        }
        advance(to: next, missed: gap?.count ?? 0)
        return next
    }

    private func deliver(_ batch: LogBatch) -> Bool {
        var backOff = BackOff(first: .milliseconds(100), limit: .seconds(8))
        while true {
            do {
                try ForkGate.paused { () throws(any Error) in try writer.write(batch) }
                recover()
                return true
            } catch {
                fail(error)
            }
            waitBeforeRetry(backOff.delay())
            // After the deadline the app may have put what was written to back in order, for its own use.
            guard !context.ending.isOver else { return false }
        }
    }

    private func waitBeforeRetry(_ delay: Duration) {
        let limit = context.ending.deadline.map { min($0, .after(delay)) } ?? .after(delay)
        parker.park(timeout: limit.remaining)
    }

    private func advance(to next: UInt64, missed: UInt64) {
        let waiters = state.withLock { state in
            state.cursor = next
            state.missed += missed
            defer { state.waiters = [] }
            return state.waiters
        }
        waiters.forEach { $0.unpark() }
    }

    private func end() {
        let waiters = state.withLock { state in
            state.hasEnded = true
            return state.waiters
        }
        waiters.forEach { $0.unpark() }
        LivingSystems.removeEnded()
    }

    // MARK: Trouble

    private func fail(_ error: any Error) {
        let text = "\(error)"
        let isNews = state.withLock { state in
            defer { state.note(text) }
            return state.failure != text
        }
        guard isNews else { return }
        context.report.log(.error, "sink \(name) fails, and is tried again: \(text)")
    }

    private func recover() {
        let hadFailed = state.withLock { $0.failure.take() != nil }
        guard hadFailed else { return }
        context.report.log(.notice, "sink \(name) works again")
    }
}

extension SinkRunner.State {
    /// After so long with one batch it counts as standing still.
    private static let patience: Duration = .seconds(1)

    /// Whether it has been at work on one batch for long.
    var isStandingStill: Bool { workingSince.map { ($0 + Self.patience).hasPassed } ?? false }

    /// Counts an attempt that failed.
    mutating func note(_ failure: String) {
        failedAttempts += 1
        self.failure = failure
        lastFailure = SinkStatus.Failure(reason: failure, time: .now)
    }

    /// Whether others may wait for it: it neither fails nor stands still.
    var isHealthy: Bool { failure == nil && !hasEnded && !isStandingStill }
}

extension SinkRunner: JournalHolder {
    /// Whether others may wait for it: it neither fails nor stands still.
    var isHealthy: Bool { state.withLock(\.isHealthy) }

    var heldSequence: UInt64? {
        state.withLock { $0.isHealthy ? $0.cursor : nil }
    }
}

extension SinkRunner: JournalSleeper {
    func wake() {
        // Closing wakes too, and the end of a system that never logged needs no thread.
        guard context.journal.range.upperBound > 1 else { return parker.unpark() }
        let mustStart = state.withLock { state in
            defer { state.hasThread = true }
            return !state.hasThread
        }
        if mustStart {
            startThread()
        } else {
            parker.unpark()
        }
    }
}
