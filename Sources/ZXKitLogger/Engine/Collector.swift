internal import CZXKitSupport
internal import ZXKitLogCore
internal import ZXKitLogPOSIX

/// Takes the records of all threads over into the journal: one thread for each system, made with the first record.
final class Collector: Sendable {
    let registry: RingRegistry
    /// Kept, as records refer to them.
    private let labels: LabelCells
    let largeTexts = LargeTexts()
    let journal: Journal
    private let ending: Ending
    private let gate = CollectorGate()
    private let quietTime: Duration
    private let requests = Lock(Requests())

    private struct Requests {
        /// How many flushes were asked for, and how many are done.
        var asked: UInt64 = 0
        var done: UInt64 = 0
        /// The last change of what is captured that the journal is to know of once a sweep has begun after it.
        var captureChange: UInt64 = 0
        var mustEnd = false
        var hasEnded = false
        var waiters: [Parker] = []
    }

    init(
        registry: RingRegistry, labels: LabelCells, journal: Journal, ending: Ending,
        quietTime: Duration = Collector.quietTime
    ) {
        zxkit_prepare_ticks()
        zxkit_prepare_barriers()
        self.registry = registry
        self.labels = labels
        self.journal = journal
        self.ending = ending
        self.quietTime = quietTime
    }

    var bufferStatus: BufferStatus {
        var status = registry.status
        status.largeTextBytes = largeTexts.usedBytes
        return status
    }

    // MARK: The producers' side

    /// Tells of a record that was committed.
    @inline(__always)
    func notify(isUrgent: Bool) {
        if gate.notify(isUrgent: isUrgent) {
            start()
        }
    }

    /// Has the collector look at the rings now.
    func wake() {
        start()
        gate.wake()
    }

    private func start() {
        guard gate.claimStart() else { return }
        do throws(SystemCallError) {
            _ = try SystemThread.start(name: "zxkit-collector") { self.run() }
        } catch {
            gate.giveUpStart()
        }
    }

    /// Has the journal know, once what was committed before the call is in it, that a change of what is captured is
    /// complete. Returns at once.
    func settle(captureChange: UInt64) {
        requests.withLock { requests in
            requests.asked += 1
            requests.captureChange = max(requests.captureChange, captureChange)
        }
        wake()
    }

    // MARK: Flush and end

    /// Waits until all that was committed before the call is in the journal, or the moment has passed.
    func flush(deadline: Moment) {
        guard gate.hasCollector else { return }
        let number = requests.withLock { requests in
            requests.asked += 1
            return requests.asked
        }
        gate.wake()
        wait(deadline: deadline) { $0.done >= number || $0.hasEnded }
    }

    /// Has the collector take over what is there, close the journal and end. Returns at once.
    func beginEnd() {
        requests.withLock { $0.mustEnd = true }
        // A collector that never began has little to take over, or nothing.
        if gate.claimStart() {
            _ = newSweeper().sweep()
            finish()
        } else {
            gate.wake()
        }
    }

    /// Waits until the collector has ended, or the moment has passed.
    func waitUntilEnded(deadline: Moment) {
        wait(deadline: deadline, until: \.hasEnded)
    }

    private func wait(deadline: Moment, until isDone: (Requests) -> Bool) {
        let parker = Parker()
        while true {
            let mustWait = requests.withLock { requests in
                guard !isDone(requests) else { return false }
                requests.waiters.append(parker)
                return true
            }
            guard mustWait, !deadline.hasPassed else { return }
            parker.park(timeout: deadline.remaining)
        }
    }

    // MARK: The thread

    /// After so long without a record the collector sleeps until one wakes it, if nothing else is chosen.
    static let quietTime: Duration = .milliseconds(50)
    private static let napTime: Duration = .milliseconds(1)

    private func run() {
        SystemThread.letOthersGoOn()
        let sweeper = newSweeper()
        var quietSince: Moment?
        var settledChange: UInt64 = 0
        while true {
            let (asked, mustEnd, captureChange) = requests.withLock { ($0.asked, $0.mustEnd, $0.captureChange) }
            let count = sweeper.sweep()
            settle(captureChange, &settledChange)
            answer(asked)
            if mustEnd { return finish(after: sweeper) }
            if count > 0 { quietSince = nil }
            rest(after: count, quietSince: &quietSince, sweeper)
        }
    }

    private func newSweeper() -> Sweeper {
        Sweeper(registry: registry, journal: journal, largeTexts: largeTexts, ending: ending)
    }

    private func settle(_ change: UInt64, _ settled: inout UInt64) {
        guard change > settled else { return }
        settled = change
        journal.settleCapture(change)
    }

    private func rest(after count: Int, quietSince: inout Moment?, _ sweeper: Sweeper) {
        // Much came at once: more is coming, and a nap could let a ring run full.
        guard count < Sweeper.muchAtOnce else { return ForkGate.pause() }
        let since = quietSince ?? .now
        quietSince = since
        if (since + quietTime).hasPassed {
            gate.sleep { sweeper.hasWork || requests.withLock { $0.mustEnd || $0.asked > $0.done } }
        } else {
            gate.nap(Self.napTime)
        }
    }

    private func answer(_ asked: UInt64) {
        tell { requests in
            guard requests.done < asked else { return false }
            requests.done = asked
            return true
        }
    }

    /// A call that found its level wanted just before logging was switched off may not be done yet, and can't be waited
    /// for without a cost in every call. So it is given a moment, and one more as long as such calls come.
    private func finish(after sweeper: Sweeper) {
        let parker = Parker()
        repeat {
            parker.park(timeout: Self.napTime)
        } while sweeper.sweep() > 0 && !ending.isOver
        finish()
    }

    private func finish() {
        journal.close()
        tell { requests in
            requests.hasEnded = true
            return true
        }
    }

    private func tell(_ change: (inout Requests) -> Bool) {
        let waiters: [Parker] = requests.withLock { requests in
            guard change(&requests) else { return [] }
            defer { requests.waiters = [] }
            return requests.waiters
        }
        waiters.forEach { $0.unpark() }
    }
}
