import ZXKitLogCore

/// How far the consumer has been served, over all connections of one iteration.
///
/// Keeps the promise that no record is handed on twice and none is missing without a gap: where to resume, what is a
/// repeat, and whether the app keeps to the rule that numbers only rise on one connection.
struct StreamPosition {
    /// What to do with an item.
    enum Verdict<Item> {
        case handOn(Item)
        /// The consumer has it all.
        case drop
        /// The app broke the order.
        case outOfOrder
    }

    private var boot: String?
    /// Where to resume: the first number that the consumer has neither as a record nor in a gap.
    private var next: UInt64 = 0
    /// Numbers below it were told on an earlier connection to the same boot.
    private var floor: UInt64 = 0
    /// The highest number of this connection.
    private var newest: UInt64 = 0
    /// The app has another boot than it was asked for and hasn't said so yet.
    private var owesRestart: LogTime?

    /// What to ask of the app: `start` until there was a hello, then to go on from there.
    func request(start: LogConnection.Start) -> StreamStart {
        if let boot { return .resume(boot: boot, sequence: next) }
        switch start {
        case .now: return .now
        case .oldest: return .oldest
        case .last(let count): return .last(UInt64(clamping: count))
        }
    }

    /// Takes the first hello of a connection.
    mutating func begin(_ hello: LogHello) {
        newest = 0
        if hello.boot == boot {
            floor = next
            return
        }
        owesRestart = boot == nil ? nil : hello.time
        boot = hello.boot
        next = hello.start
        floor = 0
    }

    /// Whether a hello in the middle of a stream is of the same run as the first.
    func accepts(_ hello: LogHello) -> Bool {
        hello.boot == boot
    }

    /// The gap that tells of a restart, if the app should have told it before this item and did not.
    mutating func overdueRestart(before item: WireItem) -> LogGap? {
        guard let time = owesRestart else { return nil }
        owesRestart = nil
        if case .gap(let gap) = item, gap.reason == .restarted { return nil }
        return LogGap(range: nil, count: nil, reason: .restarted, time: time)
    }

    /// Takes a record.
    mutating func take(_ record: LogRecord) -> Verdict<LogRecord> {
        guard record.sequence > newest else { return .outOfOrder }
        newest = record.sequence
        guard record.sequence >= floor else { return .drop }
        advance(past: record.sequence)
        return .handOn(record)
    }

    /// Takes a gap. Of one that begins in what is known already, the rest is handed on.
    mutating func take(_ gap: LogGap) -> Verdict<LogGap> {
        guard let range = gap.range else { return .handOn(gap) }
        guard range.lowerBound > newest else { return .outOfOrder }
        // Records of a range that was not captured in full may still come, so it is no progress.
        let isProgress = gap.reason != .level
        if isProgress { newest = range.upperBound }
        guard range.upperBound >= floor else { return .drop }
        if isProgress { advance(past: range.upperBound) }
        return .handOn(range.lowerBound < floor ? gap.beginning(at: floor) : gap)
    }

    /// Takes the app's word that every match below `done` has been sent.
    mutating func take(_ heartbeat: LogHeartbeat) {
        next = max(next, heartbeat.done)
    }

    private mutating func advance(past sequence: UInt64) {
        next = max(next, sequence == .max ? .max : sequence + 1)
    }
}

extension LogGap {
    /// The part of the gap from this number on, which must be in its range.
    fileprivate func beginning(at first: UInt64) -> LogGap {
        guard let range, range.contains(first) else { return self }
        let (count, isTooMany) = (range.upperBound - first).addingReportingOverflow(1)
        let isCounted = self.count != nil && !isTooMany
        return LogGap(range: first...range.upperBound, count: isCounted ? count : nil, reason: reason, time: time)
    }
}
