internal import ZXKitLogCore

/// A piece of the journal as one filter lets it through, in one encoding: made once, for all viewers that want it so.
final class EncodedRun: RunSource {
    /// What is known of a record or gap in it.
    private struct Entry {
        /// Where its bytes end.
        let end: Int
        /// The first sequence number behind it.
        let next: UInt64
        /// How many records there are up to it.
        let records: Int
    }

    /// The numbers that it stands for, whether the filter lets them through or not.
    let sequences: Range<UInt64>
    private let output: LineBuffer
    private let entries: [Entry]

    /// Encodes the beginning of a slice that isn't empty, up to a size in bytes; it may be one record larger.
    init(_ selection: SliceSelection, upTo size: Int, with renderer: inout any FrameRenderer) {
        let slice = selection.slice
        var output = LineBuffer()
        var entries: [Entry] = []
        var (records, index) = (0, slice.entries.lowerBound)
        while index < slice.entries.upperBound, output.count < size {
            let entry = slice.segment.entry(at: index)
            index += 1
            guard selection.contains(entry) else { continue }
            // It was the journal that made the frame, so it has a form.
            slice.segment.withFrame(of: entry) { frame in _ = renderer.append(frame: frame, to: &output) }
            records += entry.isGap ? 0 : 1
            entries.append(Entry(end: output.count, next: slice.sequence(at: index), records: records))
        }
        sequences = slice.sequence(at: slice.entries.lowerBound)..<slice.sequence(at: index)
        self.output = output
        self.entries = entries
    }

    var firstSequence: UInt64 { sequences.lowerBound }

    /// How many bytes it takes.
    var byteCount: Int { output.count }

    func memoryBeyondJournal(from oldest: UInt64) -> Int { byteCount }

    func withBytes<Result, Failure: Error>(
        _ range: Range<Int>, _ body: (RawSpan) throws(Failure) -> Result
    ) throws(Failure) -> Result {
        try output.withBytes(in: range, body)
    }

    func appendBytes(_ range: Range<Int>, to bytes: inout [UInt8]) {
        output.withBytes(in: range) { span in unsafe span.withUnsafeBytes { unsafe bytes.append(contentsOf: $0) } }
    }

    /// What of it there is for a viewer from a number on, before another.
    func part(from cursor: UInt64, before limit: UInt64) -> Part {
        let all = 0..<entries.count
        let end = all.first { entries[$0].next > limit }
        let start = min(all.first { entries[$0].next > cursor }, end)
        return Part(run: self, entries: start..<end, start: cursor, next: min(sequences.upperBound, limit))
    }

    /// The end of all entries before an index, in bytes.
    private func endOfBytes(before index: Int) -> Int { index == 0 ? 0 : entries[index - 1].end }
    /// How many records there are before an index.
    private func records(before index: Int) -> Int { index == 0 ? 0 : entries[index - 1].records }

    /// What one viewer is offered of it.
    struct Part: ViewerRun {
        fileprivate let run: EncodedRun
        fileprivate let entries: Range<Int>
        /// Where the viewer is.
        fileprivate let start: UInt64
        /// The first number behind it and behind what the filter doesn't let through.
        let next: UInt64

        var source: any RunSource { run }

        var bytes: Range<Int> {
            run.endOfBytes(before: entries.lowerBound)..<run.endOfBytes(before: entries.upperBound)
        }

        func progress(after count: Int) -> RunProgress {
            let position = bytes.lowerBound + count
            let end = entries.first { run.entries[$0].end > position }
            guard end < entries.upperBound, run.endOfBytes(before: end) < position else { return progress(to: end) }
            return progress(to: end + 1, rest: position..<run.entries[end].end)
        }

        private func progress(to end: Int, rest: Range<Int>? = nil) -> RunProgress {
            RunProgress(
                cursor: cursor(at: end), records: run.records(before: end) - run.records(before: entries.lowerBound),
                rest: rest.map { RunRest(source: run, bytes: $0) })
        }

        /// Behind the last entry follows what the filter doesn't let through, and nobody has to look at that again.
        private func cursor(at end: Int) -> UInt64 {
            if end == entries.upperBound { return next }
            return end == entries.lowerBound ? start : run.entries[end - 1].next
        }
    }
}
