internal import Synchronization

/// Tells the journals of a process apart, and so its systems; no number is used twice.
struct JournalNumber: Sendable {
    /// From 1.
    let value: UInt

    /// The next number.
    static func next() -> JournalNumber {
        JournalNumber(value: counter.add(1, ordering: .relaxed).newValue)
    }

    private static let counter = Atomic<UInt>(0)
}
