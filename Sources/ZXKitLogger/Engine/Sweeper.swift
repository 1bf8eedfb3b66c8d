internal import ZXKitLogCore
internal import ZXKitLogPOSIX

/// Goes through all rings of a system, merges what it finds by time, and appends it to the journal.
///
/// It never waits for a late producer: within one sweep records are in the order of the monotonic clock, and what is
/// committed later comes later. Two records of one thread never swap. For the collector's thread alone.
final class Sweeper {
    private let registry: RingRegistry
    private let journal: Journal
    private let largeTexts: LargeTexts
    private let ending: Ending
    private var readers: [RingReader] = []
    private var knownVersion = -1
    private let parker = Parker()

    /// A sweep that takes over so many records is followed by another at once.
    static let muchAtOnce = 256

    /// So many records are appended in one go, which readers of the journal have to wait for.
    private static let chunk = 64

    init(registry: RingRegistry, journal: Journal, largeTexts: LargeTexts, ending: Ending) {
        self.registry = registry
        self.journal = journal
        self.largeTexts = largeTexts
        self.ending = ending
    }

    /// Whether any ring holds something.
    var hasWork: Bool {
        findReaders()
        return readers.contains(where: \.hasWork)
    }

    /// Takes over all that was committed before the call.
    ///
    /// - Returns: How many records.
    func sweep() -> Int {
        findReaders()
        let clock = ClockOffset.now
        readers.forEach { $0.begin(at: clock.monotonic) }
        var count = 0
        while let reader = earliest() {
            let limit = secondTime(besides: reader)
            count += takeOver(from: reader, until: limit, clock)
        }
        retireEnded()
        return count
    }

    // MARK: Merging

    private func earliest() -> RingReader? {
        guard var best = readers.first else { return nil }
        for reader in readers where reader.nextTime < best.nextTime {
            best = reader
        }
        return best.nextTime == .max ? nil : best
    }

    private func secondTime(besides first: RingReader) -> UInt64 {
        var time = UInt64.max
        for reader in readers where reader !== first {
            time = min(time, reader.nextTime)
        }
        return time
    }

    /// Appends a ring's records as long as none of another ring is earlier.
    private func takeOver(from reader: RingReader, until limit: UInt64, _ clock: ClockOffset) -> Int {
        var count = 0
        while reader.nextTime <= limit, reader.nextTime != .max {
            let appended = journal.append(atMost: Self.chunk) { state in
                guard reader.nextTime <= limit, reader.nextTime != .max else { return .nothing }
                return append(from: reader, to: &state, clock)
            }
            reader.releaseRead()
            count += appended
            if appended == 0 {
                waitForFileSink()
            }
        }
        return count
    }

    private func append(from reader: RingReader, to state: inout JournalState, _ clock: ClockOffset) -> JournalAppending
    {
        if let count = reader.pendingDrops {
            guard state.appendOverflow(count: count, time: clock.wallTime(at: reader.nextTime)) else {
                return .mustWait
            }
            reader.tellDrops()
            return .appended
        }
        let source = reader.record
        guard state.append(source, wallTime: clock.wallTime(at: reader.nextTime)) else { return .mustWait }
        reader.finishRecord(largeTexts)
        return .appended
    }

    /// A healthy file sink hasn't read what would have to fall off the journal.
    private func waitForFileSink() {
        guard !ending.isOver else { return journal.removeHolders() }
        parker.park(timeout: .milliseconds(1))
    }

    // MARK: Rings

    private func findReaders() {
        let version = registry.currentVersion
        guard version != knownVersion else { return }
        knownVersion = version
        readers = registry.rings.map { ring in
            readers.first { $0.ring === ring } ?? RingReader(ring)
        }
    }

    private func retireEnded() {
        let ended = readers.filter(\.hasEndedEmpty)
        guard !ended.isEmpty else { return }
        registry.retire(ended.map(\.ring))
    }
}

/// What the wall clock says at a moment of the monotonic clock. It is asked once for each sweep, not by each call.
struct ClockOffset {
    /// The moment for which it was asked.
    let monotonic: UInt64
    private let nanoseconds: Int64

    static var now: ClockOffset {
        let monotonic = SystemClock.monotonic()
        return ClockOffset(
            monotonic: monotonic, nanoseconds: SystemClock.wall() &- Int64(truncatingIfNeeded: monotonic))
    }

    func wallTime(at monotonic: UInt64) -> LogTime {
        LogTime(nanosecondsSince1970: Int64(truncatingIfNeeded: monotonic) &+ nanoseconds)
    }
}
