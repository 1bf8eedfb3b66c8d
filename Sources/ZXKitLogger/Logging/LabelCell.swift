public import Synchronization
public import ZXKitLogCore

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
