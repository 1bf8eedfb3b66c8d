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
    private let label: LabelCells.Label
    private let intake: RecordIntake

    init(label: LabelCells.Label, intake: RecordIntake) {
        self.label = label
        self.intake = intake
    }

    /// Logs a record, unless there were too many just now; how many were left out is said in the next.
    func log(_ level: LogLevel, _ message: String, metadata: LogMetadata = [:]) {
        guard label.cell.wants(level), let suppressed = admit() else { return }
        let metadata = suppressed > 0 ? metadata.adding("suppressed", "\(suppressed)") : metadata
        let time = intake.open()
        intake.commit(
            level, label.name, time, LogMessage(message), LogFields(metadata), .none, patience: .none)
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

extension LogMetadata {
    fileprivate func adding(_ key: String, _ text: String) -> LogMetadata {
        var metadata = self
        metadata[key] = .text(text)
        return metadata
    }
}
