internal import ZXKitLogCore

/// Items in their order, of which the oldest can be dropped without moving all the others each time.
struct ItemQueue {
    /// What is held is behind `first`; what is before it was dropped.
    private var slots: [(item: LogItem, size: Int)?] = []
    private var first = 0
    /// The sizes of all that is held, together.
    private(set) var totalSize = 0

    /// What is held, the oldest first.
    var items: [LogItem] { slots[first...].compactMap { $0?.item } }

    mutating func append(_ item: LogItem, size: Int) {
        slots.append((item, size))
        totalSize += size
    }

    /// Drops the oldest until the sizes together are within the limit.
    ///
    /// - Returns: How many were dropped.
    mutating func dropOldest(toFit limit: Int) -> Int {
        let before = first
        while totalSize > limit, first < slots.count {
            totalSize -= slots[first].take()?.size ?? 0
            first += 1
        }
        let dropped = first - before
        removeEmptySlots()
        return dropped
    }

    /// Moves what is held to the front once at least as much was dropped: so each item is moved about once.
    private mutating func removeEmptySlots() {
        guard first > slots.count / 2 else { return }
        slots.removeFirst(first)
        first = 0
    }
}
