internal import ZXKitLogCore

extension Journal {
    /// Where the last so many matching records begin; the oldest that is held if there are fewer.
    func start(ofLast count: UInt64, matching filter: RecordFilter) -> UInt64 {
        let slices = slices()
        guard let last = slices.last else { return range.upperBound }
        var left = count
        guard left > 0 else { return last.next }
        for slice in slices.reversed() {
            let selection = slice.selection(by: filter)
            for index in slice.entries.reversed() where selection.containsRecord(index) {
                left -= 1
                if left == 0 { return slice.sequence(at: index) }
            }
        }
        return slices[0].segment.firstSequence
    }
}
