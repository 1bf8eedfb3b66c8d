import Synchronization
import Testing
import ZXKitLogCore

@testable import ZXKitLogger

@Suite struct JournalHolderTests {
    /// A reader that says itself what it still needs.
    private final class Holder: JournalHolder {
        private let sequence: Mutex<UInt64?>

        init(_ sequence: UInt64?) {
            self.sequence = Mutex(sequence)
        }

        var heldSequence: UInt64? { sequence.withLock { $0 } }

        func hold(_ sequence: UInt64?) {
            self.sequence.withLock { $0 = sequence }
        }
    }

    /// Appends records until one is refused, or so many are in.
    private func fill(_ journal: Journal, atMost limit: Int) -> Int {
        let filler = String(repeating: "x", count: 1_000)
        for count in 0..<limit {
            let before = journal.range.upperBound
            journal.append(sample(filler), origin: .none)
            if journal.range.upperBound == before { return count }
        }
        return limit
    }

    @Test func `What a healthy reader still needs doesn't fall off, and the writer is told to wait`() {
        let journal = Journal(capacity: Journal.minimumCapacity)
        let holder = Holder(1)
        journal.add(holder: holder)
        let count = fill(journal, atMost: 2_000)
        #expect(count < 2_000)
        #expect(journal.range.lowerBound == 1)
        #expect(journal.usedBytes <= Journal.minimumCapacity)
        // Once it has read on, there is room for what it gave up, and no more.
        holder.hold(journal.range.upperBound / 2)
        let more = fill(journal, atMost: 2_000)
        #expect(more > 0 && more < count)
        #expect(journal.range.contains(holder.heldSequence ?? 0))
    }

    @Test func `A reader that lost its right holds nothing back`() {
        let journal = Journal(capacity: Journal.minimumCapacity)
        let holder = Holder(1)
        journal.add(holder: holder)
        #expect(fill(journal, atMost: 2_000) < 2_000)
        holder.hold(nil)
        #expect(fill(journal, atMost: 2_000) == 2_000)
        #expect(journal.range.lowerBound > 1)
    }

    @Test func `Without holders everything falls off in the end`() {
        let journal = Journal(capacity: Journal.minimumCapacity)
        journal.add(holder: Holder(1))
        journal.removeHolders()
        #expect(fill(journal, atMost: 2_000) == 2_000)
    }
}
