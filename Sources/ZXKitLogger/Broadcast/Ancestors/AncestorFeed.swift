internal import ZXKitLogCore

/// Records for a viewer that takes one read for one record: piece by piece, as fast as it may be sent them.
final class AncestorFeed: RecordFeed {
    let filter = RecordFilter(level: .info)
    let report: ViewerReport
    private let journal: Journal
    private(set) var cursor: UInt64 {
        didSet { report.update(cursor: cursor, sent: sent, missed: missed) }
    }
    private var foundMore = true
    /// What is left of the record before the cursor, the last piece first.
    private var pieces: [[UInt8]] = []
    private var sent: UInt64 = 0
    private var missed: UInt64 = 0

    /// How many of the records that are held it gets first.
    private static let history: UInt64 = 200

    init(journal: Journal, report: ViewerReport) {
        self.journal = journal
        self.report = report
        cursor = journal.start(ofLast: Self.history, matching: filter)
    }

    var mayHaveMore: Bool { foundMore || !pieces.isEmpty }

    func fill(_ output: inout ViewerOutput) {
        if pieces.isEmpty {
            takeNext()
        }
        guard let piece = pieces.popLast() else { return }
        output.bytes += piece
    }

    private func takeNext() {
        let reading = journal.read(at: cursor)
        foundMore = reading.slice != nil || reading.missed != nil
        if let range = reading.missed {
            take(.gap(LogGap(range, reason: .overrun, time: .now)), before: range.upperBound + 1)
        }
        // What was just found with a gap may be gone at the next look: a viewer that falls behind for good would see nothing
        // but gaps.
        if let slice = reading.slice {
            takeFirst(of: slice)
        }
    }

    private func takeFirst(of slice: JournalSlice) {
        let selection = slice.selection(by: filter)
        guard let index = slice.entries.first(where: selection.contains), let item = slice.item(at: index) else {
            return cursor = slice.next
        }
        take(item, before: slice.sequence(at: index + 1))
    }

    private func take(_ item: LogItem, before next: UInt64) {
        pieces = AncestorPieces.pieces(of: item).reversed() + pieces
        switch item {
        case .record: sent += 1
        case .gap(let gap): missed += gap.count ?? 0
        }
        cursor = next
    }

    /// Nothing is offered where it lies.
    func note(_ progress: RunProgress) {}

    /// There is no form for anything but records and gaps.
    func append(_ item: WireItem, to output: inout [UInt8]) {}
}
