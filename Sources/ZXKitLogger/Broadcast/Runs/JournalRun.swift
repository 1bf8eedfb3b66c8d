/// Entries of one segment that follow one another, offered where they lie in the journal.
struct JournalRun: ViewerRun {
    let slice: JournalSlice
    let entries: Range<Int>

    var source: any RunSource { slice.segment }

    /// All its frames with their lengths.
    var bytes: Range<Int> { slice.segment.bytes(of: entries) }

    func progress(after count: Int) -> RunProgress {
        let position = bytes.lowerBound + count
        // The first entry that wasn't taken whole.
        let end = entries.first { slice.segment.bytes(of: $0..<$0 + 1).upperBound > position }
        guard end < entries.upperBound else { return progress(to: end) }
        let frame = slice.segment.bytes(of: end..<end + 1)
        guard frame.lowerBound < position else { return progress(to: end) }
        return progress(to: end + 1, rest: position..<frame.upperBound)
    }

    private func progress(to end: Int, rest: Range<Int>? = nil) -> RunProgress {
        RunProgress(
            cursor: slice.sequence(at: end), records: slice.recordCount(in: entries.lowerBound..<end),
            rest: rest.map { RunRest(source: slice.segment, bytes: $0) })
    }
}
