/// Entries of one segment that follow one another, to be handed on as the bytes that they are.
struct JournalRun {
    let segment: JournalSegment
    let entries: Range<Int>

    /// The bytes of all its frames, with their lengths, in the segment.
    var bytes: Range<Int> { segment.bytes(of: entries) }

    /// How far a reader got that took so many of its bytes.
    func progress(after count: Int) -> Progress {
        let position = bytes.lowerBound + count
        let end = firstEntry(endingBehind: position)
        guard end < entries.upperBound else { return Progress(end: end, rest: nil) }
        let frame = segment.bytes(of: end..<end + 1)
        guard frame.lowerBound < position else { return Progress(end: end, rest: nil) }
        return Progress(end: end + 1, rest: FrameRest(segment: segment, bytes: position..<frame.upperBound))
    }

    struct Progress {
        /// The index of the first entry of which nothing was taken.
        let end: Int
        /// What is left of the entry before that, if only a part of it was taken.
        let rest: FrameRest?
    }

    /// The first entry that isn't whole before a position in the segment; the end if all are.
    private func firstEntry(endingBehind position: Int) -> Int {
        var low = entries.lowerBound
        var high = entries.upperBound
        while low < high {
            let middle = (low + high) / 2
            if segment.bytes(of: middle..<middle + 1).upperBound <= position {
                low = middle + 1
            } else {
                high = middle
            }
        }
        return low
    }
}

/// What is left of a frame that a reader took a part of. It keeps its segment alive.
struct FrameRest {
    let segment: JournalSegment
    var bytes: Range<Int>
}
