internal import ZXKitLogCore

/// The collector's place in one ring, during one sweep.
@safe
struct RingCursor {
    let ring: RingReader
    private let limit: UInt
    private let sweepTicks: UInt64
    private let seenDrops: UInt64
    // It points into the ring's memory, to a record that the writer doesn't touch before `releaseRead`.
    private var current: UnsafePointer<RecordHeader>?

    /// When the next record was logged, in ticks; `.max` where there is none of this sweep.
    private(set) var nextTime = UInt64.max

    /// Fixes what belongs to a sweep that begins now.
    init(_ ring: RingReader, sweepTicks: UInt64) {
        self.ring = ring
        self.sweepTicks = sweepTicks
        // The count first: if the ring then turns out to be empty, no record that came before these drops is missing.
        seenDrops = ring.droppedCount
        limit = ring.published
        load()
    }

    @inline(__always)
    private mutating func load() {
        unsafe current = ring.next(before: limit)
        if let current = unsafe current {
            nextTime = unsafe current.pointee.time
        } else {
            // Drops behind the last record are told by themselves.
            nextTime = seenDrops > ring.toldDrops ? sweepTicks : .max
        }
    }

    /// How many drops are to be told before the next record; 0 for none.
    @inline(__always)
    var pendingDrops: UInt64 {
        guard let current = unsafe current else { return seenDrops - ring.toldDrops }
        // The header has the count's low bits: no two records have so many drops between them.
        return unsafe UInt64(current.pointee.dropped &- UInt32(truncatingIfNeeded: ring.toldDrops))
    }

    mutating func tellDrops() {
        ring.toldDrops += pendingDrops
        if unsafe current == nil {
            nextTime = .max
        }
    }

    /// The next record; there must be one.
    @inline(__always)
    var record: RingRecord {
        unsafe RingRecord(current.unsafelyUnwrapped)
    }

    /// Goes on to the next record.
    @inline(__always)
    mutating func finishRecord(_ largeTexts: LargeTexts) {
        let record = record
        let header = unsafe record.header
        if unsafe header.pointee.content == .reference {
            unsafe largeTexts.free(UnsafeMutableRawPointer(mutating: record.texts), record.textLength)
        }
        unsafe ring.advance(by: header.pointee.size)
        load()
    }
}

/// A record in a ring, or rather where it is.
@safe
struct RingRecord {
    let header: UnsafePointer<RecordHeader>
    /// Its details if it has any, then its texts one behind the other.
    let texts: UnsafeRawPointer

    @inline(__always)
    init(_ header: UnsafePointer<RecordHeader>) {
        unsafe self.header = header
        let behind = unsafe UnsafeRawPointer(header + 1)
        unsafe texts = header.pointee.content == .reference ? behind.load(as: UnsafeRawPointer.self) : behind
    }

    var level: LogLevel { unsafe header.pointee.level }

    var origin: SinkOrigin { unsafe header.pointee.origin }
}
