internal import ZXKitLogCore

/// The runs that were made for viewers of one form and filter, so that each is made once and not once for each of them.
final class EncodedRuns {
    private let filter: RecordFilter
    private var renderer: any FrameRenderer
    /// In the order in which they were made.
    private var runs: [EncodedRun] = []
    private var byteCount = 0

    /// How large a run is made, in bytes: a few should be kept, and each is sent with one system call to each viewer.
    private static let sizes = 64 * 1_024...256 * 1_024

    init(_ form: StreamForm, filter: RecordFilter) {
        self.filter = filter
        renderer = form.makeRenderer()
    }

    /// What there is of a slice, which isn't empty, from its beginning on; made if it wasn't yet. Beside the last run, at
    /// most `limit` bytes are kept.
    func part(of slice: JournalSlice, keeping limit: Int) -> EncodedRun.Part {
        let cursor = slice.sequence(at: slice.entries.lowerBound)
        let run = runs.last { $0.sequences.contains(cursor) } ?? makeRun(of: slice, keeping: limit)
        return run.part(from: cursor, before: slice.next)
    }

    private func makeRun(of slice: JournalSlice, keeping limit: Int) -> EncodedRun {
        let size = min(max(limit / 4, Self.sizes.lowerBound), Self.sizes.upperBound)
        let run = EncodedRun(slice.selection(by: filter), upTo: size, with: &renderer)
        byteCount += run.byteCount
        while byteCount > limit, let oldest = runs.first {
            byteCount -= oldest.byteCount
            runs.removeFirst()
        }
        runs.append(run)
        return run
    }

    func removeAll() {
        runs = []
        byteCount = 0
    }
}
