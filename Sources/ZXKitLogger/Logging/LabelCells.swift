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
        var threshold: UInt8
        var labels: [String: Label] = [:]
    }

    private let state: ForkSafeLock<State>
    private let others: LabelCell

    init(threshold: UInt8) {
        state = ForkSafeLock(State(threshold: threshold))
        others = LabelCell(threshold: threshold)
    }

    /// The cell and the name of a label; the same for each call until the limit is reached.
    func label(_ text: String) -> Label {
        state.withLock { state in
            if let label = state.labels[text] { return label }
            guard state.labels.count < Self.limit else {
                return Label(cell: others, name: LabelName(text, isKept: false))
            }
            let label = Label(cell: LabelCell(threshold: state.threshold), name: LabelName(text, isKept: true))
            state.labels[text] = label
            return label
        }
    }

    /// Changes the lowest level that is wanted, for all labels.
    func set(threshold: UInt8) {
        state.withLock { state in
            state.threshold = threshold
            state.labels.values.forEach { $0.cell.set(threshold) }
            others.set(threshold)
        }
    }
}
