/// Records that follow one another, offered to a viewer in one turn as the bytes that they are.
protocol ViewerRun {
    /// Where its bytes lie.
    var source: any RunSource { get }
    /// Which of the source's bytes they are.
    var bytes: Range<Int> { get }

    /// How far a viewer got that took so many of its bytes.
    func progress(after count: Int) -> RunProgress
}

/// How far a viewer got in a run.
struct RunProgress {
    /// The first sequence number of which nothing was taken.
    let cursor: UInt64
    /// How many records are before it in the run.
    let records: Int
    /// What is left of the last of them, if only a part of it was taken.
    let rest: RunRest?
}

/// What is left of a record that a viewer took a part of. It keeps its source alive.
struct RunRest {
    let source: any RunSource
    var bytes: Range<Int>
}

/// Memory in which records lie one behind the other, as viewers get them. What a viewer was offered never changes.
protocol RunSource: AnyObject {
    /// The sequence number of its first record.
    var firstSequence: UInt64 { get }

    /// How much memory is taken only because somebody holds this, in bytes, when the journal holds all from `oldest` on.
    func memoryBeyondJournal(from oldest: UInt64) -> Int

    /// Calls with some of its bytes, where they lie.
    func withBytes<Result, Failure: Error>(
        _ range: Range<Int>, _ body: (RawSpan) throws(Failure) -> Result
    ) throws(Failure) -> Result

    /// Appends some of its bytes.
    func appendBytes(_ range: Range<Int>, to output: inout [UInt8])
}

extension JournalSegment: RunSource {
    func memoryBeyondJournal(from oldest: UInt64) -> Int {
        firstSequence < oldest ? capacity : 0
    }
}

extension Range<Int> {
    /// The first index for which something is so, if it is so for all behind that as well; the end if it is so for none.
    func first(from isSo: (Int) -> Bool) -> Int {
        var (low, high) = (lowerBound, upperBound)
        while low < high {
            let middle = low + (high - low) / 2
            if isSo(middle) {
                high = middle
            } else {
                low = middle + 1
            }
        }
        return low
    }
}
