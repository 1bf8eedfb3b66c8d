internal import ZXKitLogCore

/// The collector's place in one ring.
@safe
final class RingReader {
    let ring: ProducerRing
    private var limit: UInt = 0
    // It points into the ring's memory, which lives as long as this object's reference to the ring, and to a record that
    // the writer doesn't touch before `releaseRead`.
    private var current: UnsafeRawPointer?
    private var seenDrops: UInt64 = 0

    private var sweepTime: UInt64 = 0

    /// When the next record was logged; `.max` where there is none, or none of this sweep.
    private(set) var nextTime = UInt64.max

    init(_ ring: ProducerRing) {
        self.ring = ring
    }

    // MARK: A sweep

    /// Fixes what belongs to this sweep.
    func begin(at moment: UInt64) {
        sweepTime = moment
        // The count first: if the ring then turns out to be empty, no record that came before these drops is missing.
        seenDrops = ring.droppedCount
        limit = ring.published
        load()
    }

    private func load() {
        unsafe current = ring.next(before: limit)
        if let header {
            nextTime = header.time
        } else {
            // Drops behind the last record are told by themselves.
            nextTime = seenDrops > ring.toldDrops ? sweepTime : .max
        }
    }

    private var header: RecordHeader? {
        unsafe current.map { unsafe $0.load(as: RecordHeader.self) }
    }

    /// How many drops are to be told before the next record, or `nil`.
    var pendingDrops: UInt64? {
        let total = header?.dropped ?? seenDrops
        return total > ring.toldDrops ? total - ring.toldDrops : nil
    }

    func tellDrops() {
        ring.toldDrops = header?.dropped ?? seenDrops
        if unsafe current == nil {
            nextTime = .max
        }
    }

    /// The next record; there must be one.
    var record: RingRecord {
        unsafe RingRecord(current.unsafelyUnwrapped)
    }

    /// Goes on to the next record.
    func finishRecord(_ largeTexts: LargeTexts) {
        let record = record
        if record.header.content == .reference {
            unsafe largeTexts.free(UnsafeMutableRawPointer(mutating: record.texts), record.header.textLength)
        }
        ring.advance(by: Int(record.header.size))
        load()
    }

    func releaseRead() {
        ring.releaseRead()
    }

    // MARK: State

    /// Whether there is anything to take over or to tell.
    var hasWork: Bool {
        ring.published != ring.readPosition || ring.droppedCount != ring.toldDrops
    }

    /// Whether its thread has ended and all is taken over. In this order: what was written before the end is seen.
    var hasEndedEmpty: Bool {
        ring.hasEnded && !hasWork
    }
}

/// A record in a ring, or rather where it is.
@safe
struct RingRecord {
    let header: RecordHeader
    /// The texts one behind the other.
    let texts: UnsafeRawPointer

    init(_ record: UnsafeRawPointer) {
        header = unsafe record.load(as: RecordHeader.self)
        let behind = unsafe record + MemoryLayout<RecordHeader>.size
        unsafe texts = header.content == .reference ? behind.load(as: UnsafeRawPointer.self) : behind
    }
}
