internal import Synchronization

/// Memory for the texts of records that are too large for a ring, within a bound.
final class LargeTexts: Sendable {
    /// All of it together, in bytes.
    static let limit = 8 * 1_024 * 1_024

    private let used = Atomic(0)

    /// Memory of a size, or `nil` where the bound is reached.
    func allocate(_ size: Int) -> UnsafeMutableRawPointer? {
        guard used.add(size, ordering: .relaxed).newValue <= Self.limit else {
            used.subtract(size, ordering: .relaxed)
            return nil
        }
        return .allocate(byteCount: size, alignment: RecordHeader.alignment)
    }

    /// Gives memory back, with the size that it was made with.
    func free(_ memory: UnsafeMutableRawPointer, _ size: Int) {
        unsafe memory.deallocate()
        used.subtract(size, ordering: .relaxed)
    }
}
