internal import Synchronization

/// Memory for the texts of records that are too large for a ring, within a bound.
final class LargeTexts: Sendable {
    /// All of it together, in bytes.
    static let limit = 8 * 1_024 * 1_024

    private let used = Atomic(0)

    /// The memory that is in use now, in bytes.
    var usedBytes: Int { used.load(ordering: .relaxed) }

    /// Memory of a size, or `nil` where the bound is reached.
    func allocate(_ size: Int) -> UnsafeMutableRawPointer? {
        // What is refused must not count even for a moment: it would keep smaller texts out that still fit.
        var known = used.load(ordering: .relaxed)
        var isReserved = false
        while !isReserved {
            guard known + size <= Self.limit else { return nil }
            (isReserved, known) = used.weakCompareExchange(
                expected: known, desired: known + size, ordering: .relaxed)
        }
        return .allocate(byteCount: size, alignment: RecordHeader.alignment)
    }

    /// Gives memory back, with the size that it was made with.
    func free(_ memory: UnsafeMutableRawPointer, _ size: Int) {
        unsafe memory.deallocate()
        used.subtract(size, ordering: .relaxed)
    }
}
