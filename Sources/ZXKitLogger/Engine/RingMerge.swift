internal import ZXKitLogCore

/// What one sweep finds in the rings, merged by time.
struct RingMerge {
    /// How far a merge got.
    struct Progress {
        /// How many records and gaps were appended.
        var count = 0
        /// Whether it stopped because a healthy file sink still needs what would have to fall off.
        var mustWait = false
    }

    /// The rings in which something is left.
    private var cursors: [RingCursor]

    /// Fixes what belongs to a sweep that begins now. The rings must outlive this.
    init(_ rings: [ProducerRing], sweepTicks: UInt64) {
        cursors = rings.lazy.map { RingCursor($0.reader, sweepTicks: sweepTicks) }.filter { $0.nextTime != .max }
    }

    /// Whether all is taken over.
    var isEmpty: Bool { cursors.isEmpty }

    /// Appends records to the journal, the earliest first.
    mutating func takeOver(
        atMost limit: Int, into state: inout JournalState, _ scale: TickScale, _ largeTexts: LargeTexts
    ) -> Progress {
        var progress = Progress()
        while progress.count < limit, !progress.mustWait, !cursors.isEmpty {
            let (index, secondTime) = earliest
            // A copy, as each access to an element of an array is checked.
            var cursor = cursors[index]
            repeat {
                guard Self.append(&cursor, to: &state, scale, largeTexts) else {
                    progress.mustWait = true
                    break
                }
                progress.count += 1
            } while progress.count < limit && cursor.nextTime <= secondTime
            put(cursor, at: index)
        }
        return progress
    }

    /// The ring whose next record is the earliest, and until when that is so.
    @inline(__always)
    private var earliest: (index: Int, secondTime: UInt64) {
        var best = 0
        var first = cursors[0].nextTime
        // No record has the time `.max`, which stands for none.
        var second = UInt64.max - 1
        for index in 1..<max(cursors.count, 1) {
            let time = cursors[index].nextTime
            if time < first {
                second = first
                first = time
                best = index
            } else {
                second = min(second, time)
            }
        }
        return (best, second)
    }

    @inline(__always)
    private static func append(
        _ cursor: inout RingCursor, to state: inout JournalState, _ scale: TickScale, _ largeTexts: LargeTexts
    ) -> Bool {
        let drops = cursor.pendingDrops
        guard drops == 0 else { return tell(drops, &cursor, to: &state, scale) }
        guard state.append(cursor.record, wallTime: scale.wallTime(at: cursor.nextTime)) else { return false }
        cursor.finishRecord(largeTexts)
        return true
    }

    @inline(never)
    private static func tell(
        _ drops: UInt64, _ cursor: inout RingCursor, to state: inout JournalState, _ scale: TickScale
    ) -> Bool {
        guard state.appendOverflow(count: drops, time: scale.wallTime(at: cursor.nextTime)) else { return false }
        cursor.tellDrops()
        return true
    }

    private mutating func put(_ cursor: RingCursor, at index: Int) {
        guard cursor.nextTime == .max else { return cursors[index] = cursor }
        cursor.ring.releaseRead()
        cursors.remove(at: index)
    }

    /// Gives the room of what was taken over back to the writers.
    func releaseRead() {
        cursors.forEach { $0.ring.releaseRead() }
    }
}
