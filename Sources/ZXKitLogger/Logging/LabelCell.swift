public import Synchronization
public import ZXKitLogCore
internal import ZXKitLogPOSIX

/// The lowest level that anybody wants of one label, shared by all loggers of that label.
@usableFromInline
final class LabelCell: Sendable {
    /// A level's raw value, or `nothing`.
    @usableFromInline let threshold: Atomic<UInt8>

    /// Above every level: nothing is wanted.
    static let nothing: UInt8 = .max

    init(threshold: UInt8) {
        self.threshold = Atomic(threshold)
    }

    /// Whether records of a level are wanted. One relaxed load: a change is seen soon, not at once.
    @inlinable
    func wants(_ level: LogLevel) -> Bool {
        level.rawValue >= threshold.load(ordering: .relaxed)
    }

    func set(_ threshold: UInt8) {
        self.threshold.store(threshold, ordering: .relaxed)
    }
}

/// The cells of a system, one for each label, up to a limit: after that, further labels share one.
final class LabelCells: Sendable {
    /// The most cells of their own.
    static let limit = 4_096

    private struct State {
        var threshold: UInt8
        var cells: [String: LabelCell] = [:]
    }

    private let state: Lock<State>
    private let others: LabelCell

    init(threshold: UInt8) {
        state = Lock(State(threshold: threshold))
        others = LabelCell(threshold: threshold)
    }

    func cell(for label: String) -> LabelCell {
        state.withLock { state in
            if let cell = state.cells[label] { return cell }
            guard state.cells.count < Self.limit else { return others }
            let cell = LabelCell(threshold: state.threshold)
            state.cells[label] = cell
            return cell
        }
    }

    /// Changes the lowest level that is wanted, for all labels.
    func set(threshold: UInt8) {
        state.withLock { state in
            state.threshold = threshold
            state.cells.values.forEach { $0.set(threshold) }
            others.set(threshold)
        }
    }
}
