internal import ZXKitLogCore
internal import ZXKitLogPOSIX

/// What a system says about itself, in its own log under the label `zxkit`, at most ten records a second.
final class OwnRecords: Sendable {
    static let label = "zxkit"
    private static let recordsPerSecond = 10

    private struct State {
        /// When the last ten came, the oldest first: so in no second, wherever it begins, there are more.
        var latest: [Moment] = []
        var suppressed = 0
    }

    private let state = Lock(State())
    private let cell: LabelCell
    private let journal: Journal

    init(cell: LabelCell, journal: Journal) {
        self.cell = cell
        self.journal = journal
    }

    /// Logs a record, unless there were too many just now; how many were left out is said in the next.
    func log(_ level: LogLevel, _ message: String, metadata: LogMetadata = [:]) {
        guard cell.wants(level), let suppressed = admit() else { return }
        var metadata = metadata
        if suppressed > 0 {
            metadata["suppressed"] = .text("\(suppressed)")
        }
        let record = LogRecord(
            sequence: 0, time: .now, level: level, label: Self.label, message: message,
            metadata: RecordBounds.bounded(metadata), thread: Int(ProcessFacts.threadID))
        journal.append(record, origin: .current(in: journal.number))
    }

    /// Whether one more may come now.
    ///
    /// - Returns: How many were refused since the last, or `nil` to refuse this one too.
    private func admit() -> Int? {
        state.withLock { state in
            let now = Moment.now
            if state.latest.count == Self.recordsPerSecond {
                guard state.latest[0] + .seconds(1) <= now else {
                    state.suppressed += 1
                    return nil
                }
                state.latest.removeFirst()
            }
            state.latest.append(now)
            defer { state.suppressed = 0 }
            return state.suppressed
        }
    }
}

extension LogTime {
    /// The wall clock's time.
    static var now: LogTime { LogTime(nanosecondsSince1970: SystemClock.wall()) }
}
