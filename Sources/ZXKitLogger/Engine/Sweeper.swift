internal import ZXKitLogCore
internal import ZXKitLogPOSIX

/// Goes through all rings of a system, merges what it finds by time, and appends it to the journal.
///
/// It never waits for a late producer: within one sweep records are in the order of the clock, and what is committed later
/// comes later. Two records of one thread never swap. For the collector's thread alone.
final class Sweeper {
    private let registry: RingRegistry
    private let journal: Journal
    private let largeTexts: LargeTexts
    private let ending: Ending
    private var rings: [ProducerRing] = []
    private var knownVersion = -1
    private var scale = TickScale()
    private let parker = Parker()

    /// A sweep that takes over so many records is followed by another at once.
    static let muchAtOnce = 256

    /// So many records are appended in one go, which readers of the journal have to wait for: some 20 microseconds.
    private static let chunk = 128

    init(registry: RingRegistry, journal: Journal, largeTexts: LargeTexts, ending: Ending) {
        self.registry = registry
        self.journal = journal
        self.largeTexts = largeTexts
        self.ending = ending
    }

    /// Whether any ring holds something.
    var hasWork: Bool {
        findRings()
        return rings.contains { $0.reader.hasWork }
    }

    /// Takes over all that was committed before the call.
    ///
    /// - Returns: How many records and gaps.
    func sweep() -> Int {
        findRings()
        let ticks = scale.beginSweep()
        var merge = RingMerge(rings, sweepTicks: ticks)
        let scale = scale
        var count = 0
        while !merge.isEmpty {
            let progress = journal.write { merge.takeOver(atMost: Self.chunk, into: &$0, scale, largeTexts) }
            merge.releaseRead()
            count += progress.count
            if progress.mustWait {
                waitForFileSink()
            }
        }
        // Once for all: a wake-up costs as much as taking over some dozens of records.
        if count > 0 {
            journal.wakeSleepers()
        }
        retireEnded()
        return count
    }

    /// A healthy file sink hasn't read what would have to fall off the journal.
    private func waitForFileSink() {
        journal.wakeSleepers()
        guard !ending.isOver else { return journal.removeHolders() }
        parker.park(timeout: .milliseconds(1))
    }

    // MARK: Rings

    private func findRings() {
        let version = registry.currentVersion
        guard version != knownVersion else { return }
        knownVersion = version
        rings = registry.rings
    }

    private func retireEnded() {
        // In this order: what was written before the end is seen.
        let ended = rings.filter { $0.hasEnded && !$0.reader.hasWork }
        guard !ended.isEmpty else { return }
        registry.retire(ended)
    }
}
