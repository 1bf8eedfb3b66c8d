internal import ZXKitLogCore
internal import ZXKitLogPOSIX

/// Decides what is captured: at each label the least that any sink or viewer wants.
///
/// A change is noted in the journal before the cells have it, and its end after the collector has swept once more: so
/// what the history claims was captured. Nothing here is in the way of a log call, which looks at its cell alone.
final class CaptureControl: Sendable {
    private let cells: LabelCells
    private let journal: Journal
    private let collector: Collector
    private let state: Lock<State>

    private struct State {
        var sinks: [SinkLevels] = []
        /// What the sinks want together.
        var local: LogLevels
        /// What the viewers of each broadcast want.
        var wishes: [UInt8: LogLevels] = [:]
        var captured: LogLevels
        var changeCount: UInt64 = 0
        var isClosed = false
    }

    /// - Parameters:
    ///   - levels: What is captured until there are sinks. Cells and journal must have it already.
    ///   - cells: What log calls look at.
    ///   - journal: Where the history of what was captured is.
    ///   - collector: Whose sweeps say when a change is complete.
    init(_ levels: LogLevels, cells: LabelCells, journal: Journal, collector: Collector) {
        self.cells = cells
        self.journal = journal
        self.collector = collector
        state = Lock(State(local: levels, captured: levels))
    }

    /// What is captured now.
    var captured: LogLevels { state.withLock(\.captured) }

    // MARK: What is wanted

    /// The collector may have to wait itself, for a file.
    private static let patience: Duration = .seconds(1)

    /// Captures what these sinks want.
    func begin(with sinks: [SinkLevels]) {
        change { state in
            state.sinks = sinks
            state.local = .union(sinks.map(\.current))
        }
    }

    /// Changes the levels of some sinks, for what is logged from now on. Waits until what was logged before has its number,
    /// a second at most: so each record is judged by what held when it was logged.
    ///
    /// - Parameters:
    ///   - levels: The levels.
    ///   - indices: Which sinks.
    func setLevels(_ levels: LogLevels, ofSinks indices: [Int]) {
        collector.flush(deadline: .after(Self.patience))
        change { state in
            let next = journal.range.upperBound
            // A forked child serves none if its parent had ended.
            for index in indices where state.sinks.indices.contains(index) {
                state.sinks[index].set(levels, from: next)
            }
            state.local = .union(state.sinks.map(\.current))
        }
    }

    /// Captures what the viewers of a broadcast want, beside all the rest.
    func setWishes(_ wishes: LogLevels, ofSink origin: SinkOrigin) {
        change { $0.wishes[origin.number] = wishes }
    }

    /// Captures nothing any more, whatever is wanted.
    func close() {
        state.withLock { state in
            state.isClosed = true
            state.captured = .off
            cells.set(.off)
        }
    }

    // MARK: What is captured

    private func change(_ change: (inout State) -> Void) {
        let changeCount: UInt64? = state.withLock { state in
            let before = state.changeCount
            change(&state)
            apply(&state)
            return state.changeCount == before ? nil : state.changeCount
        }
        guard let changeCount else { return }
        collector.settle(captureChange: changeCount)
    }

    private func apply(_ state: inout State) {
        guard !state.isClosed else { return }
        let levels = LogLevels.union([state.local] + state.wishes.values)
        guard levels != state.captured else { return }
        state.captured = levels
        state.changeCount += 1
        journal.beginCapture(of: levels, change: state.changeCount)
        cells.set(levels)
    }
}
