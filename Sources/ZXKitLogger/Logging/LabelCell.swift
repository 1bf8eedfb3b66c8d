public import Synchronization
public import ZXKitLogCore

/// The lowest level that anybody wants of one label, shared by all loggers of that label.
@usableFromInline
final class LabelCell: Sendable {
    /// A level's raw value, or above every level.
    @usableFromInline let threshold: Atomic<UInt8>

    init(_ threshold: LevelThreshold) {
        self.threshold = Atomic(threshold.rawValue)
    }

    /// Whether records of a level are wanted. One relaxed load: a change is seen soon, not at once.
    @inlinable
    func wants(_ level: LogLevel) -> Bool {
        level.rawValue >= threshold.load(ordering: .relaxed)
    }

    func set(_ threshold: LevelThreshold) {
        self.threshold.store(threshold.rawValue, ordering: .relaxed)
    }
}
