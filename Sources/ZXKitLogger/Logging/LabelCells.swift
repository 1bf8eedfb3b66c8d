internal import ZXKitLogCore
internal import ZXKitLogPOSIX

/// The labels of a system and their cells, up to a limit: after that, further labels share one cell.
final class LabelCells: Sendable {
    /// The most cells of their own.
    static let limit = 4_096

    /// What a logger needs of its label.
    struct Label: Sendable {
        let cell: LabelCell
        let name: LabelName
    }

    private struct State {
        var levels: LogLevels
        var labels: [String: Label] = [:]
    }

    private let state: ForkSafeLock<State>
    private let others: LabelCell

    /// - Parameter levels: What is captured until that changes.
    init(_ levels: LogLevels) {
        state = ForkSafeLock(State(levels: levels))
        others = LabelCell(levels.lowest)
    }

    /// What is captured.
    var levels: LogLevels { state.withLock(\.levels) }

    /// The cell and the name of a label; the same for each call until the limit is reached.
    func label(_ text: String) -> Label {
        state.withLock { state in
            if let label = state.labels[text] { return label }
            guard state.labels.count < Self.limit else {
                return Label(cell: others, name: LabelName(text, isKept: false))
            }
            let label = Label(cell: LabelCell(state.levels.threshold(of: text)), name: LabelName(text, isKept: true))
            state.labels[text] = label
            return label
        }
    }

    /// Changes what is captured. The cell that many labels share has the least that could be wanted of any.
    func set(_ levels: LogLevels) {
        state.withLock { state in
            state.levels = levels
            for (text, label) in state.labels {
                label.cell.set(levels.threshold(of: text))
            }
            others.set(levels.lowest)
        }
    }
}
