import Testing
import ZXKitLogCore
import ZXKitLogPOSIX

@testable import ZXKitLogger

@Suite struct JournalTests {
    /// About the size of a record without its message, in memory.
    private static let overhead = 256

    @Test func `Numbers begin at 1 and rise by one`() {
        let journal = Journal(capacity: Journal.minimumCapacity)
        #expect(journal.range == 1..<1)
        #expect((1...100).map { journal.append(sample("\($0)"), origin: .none) } == (1...100).map { UInt64($0) })
        #expect(journal.range == 1..<101)
    }

    @Test func `A reader gets every record as it was, at any number it begins with`() {
        let journal = Journal(capacity: Journal.minimumCapacity)
        for number in 1...500 {
            journal.append(sample("message \(number)", label: "label \(number % 7)"), origin: .none)
        }
        var reader = JournalReader()
        while reader.read(journal) {}
        #expect(reader.received.map(\.message) == (1...500).map { "message \($0)" })
        #expect(reader.received.map(\.label) == (1...500).map { "label \($0 % 7)" })
        #expect(reader.missed.isEmpty)
        for cursor in UInt64(1)...500 {
            let slice = journal.read(at: cursor).slice
            #expect(slice?.entries.first.map { slice?.record(at: $0)?.sequence } == cursor)
        }
        let end = journal.read(at: 501)
        #expect(end.slice == nil && end.missed == nil)
    }

    @Test(arguments: [Journal.minimumCapacity, 1_000_003, 3_000_001])
    func `Its memory stays within the capacity, whatever the sizes`(capacity: Int) {
        var random = SeededGenerator(for: "journal sizes")
        let journal = Journal(capacity: capacity)
        var appended: UInt64 = 0
        for _ in 0..<600 {
            let limit = [40, 40, 40, 2_000, 20_000, 70_000, 300_000, 1_048_576].randomElement(using: &random) ?? 0
            let size = Int.random(in: 0...limit, using: &random)
            appended += 1
            let sequence = journal.append(sample(String(repeating: "x", count: size)), origin: .none)
            #expect(sequence == appended)
            #expect(journal.range.contains(appended))
            #expect(journal.range.upperBound == appended + 1)
            // One record that is larger than all of it is held nevertheless, alone.
            let bound = journal.range.count == 1 ? max(capacity, size + Self.overhead) : capacity
            guard journal.usedBytes <= bound else {
                Issue.record("\(journal.usedBytes) bytes after record \(appended) of \(size) bytes")
                return
            }
        }
    }

    @Test func `Labels count in its memory, so that many of them leave less room for records`() {
        let capacity = 1_048_576
        let journal = Journal(capacity: capacity)
        for number in 0..<8_000 {
            let label = "label \(number % 4_000) \(String(repeating: "y", count: 50))"
            journal.append(sample("x", label: label), origin: .none)
        }
        let slices = journal.slices()
        let segments = slices.reduce(0) { $0 + $1.segment.capacity }
        let labels = slices.dropLast().reduce(0) { $0 + $1.labels.reduce(0) { $0 + $1.utf8.count } }
        #expect(slices.count > 1)
        #expect(labels > segments / 5)
        #expect(segments + labels <= journal.usedBytes)
        #expect(journal.usedBytes <= capacity)
        // What falls off takes its labels along: at the end there is as much room for records as ever.
        for _ in 0..<6_000 {
            journal.append(sample(String(repeating: "x", count: 200)), origin: .none)
        }
        #expect(journal.slices().allSatisfy { $0.labels == ["test"] })
        #expect(journal.usedBytes <= capacity)
        #expect(journal.slices().reduce(0) { $0 + $1.segment.capacity } > capacity * 9 / 10)
    }

    @Test func `It uses its capacity: what fits in is held`() {
        let journal = Journal(capacity: 1_048_576)
        for _ in 0..<20_000 {
            journal.append(sample(String(repeating: "x", count: 100)), origin: .none)
        }
        // A segment of 64 KiB may just have been begun, and as much may just have been dropped.
        #expect(journal.range.count * 100 > (1_048_576 - 3 * 65_536) / 2)
    }

    @Test(arguments: [65_400, 70_001, 70_002, 70_003, 150_000, 262_145, 300_000, 1_048_576])
    func `A record larger than a segment or than the whole capacity is held and read like any other`(size: Int) {
        let journal = Journal(capacity: Journal.minimumCapacity)
        journal.append(sample("before"), origin: .none)
        journal.append(sample(String(repeating: "x", count: size)), origin: .none)
        var reader = JournalReader()
        while reader.read(journal) {}
        #expect(reader.received.last?.message.utf8.count == size)
        journal.append(sample("after"), origin: .none)
        while reader.read(journal) {}
        #expect(reader.received.last?.message == "after")
        #expect(reader.isWhole(upTo: 4))
    }

    @Test func `A reader that was too slow is told exactly what it missed`() throws {
        let journal = Journal(capacity: Journal.minimumCapacity)
        var reader = JournalReader()
        journal.append(sample("0"), origin: .none)
        let found = reader.read(journal)
        #expect(found)
        for _ in 0..<3 {
            let before = reader.cursor
            for number in 0..<2_000 {
                journal.append(sample("\(number) " + String(repeating: "x", count: 400)), origin: .none)
            }
            let oldest = journal.range.lowerBound
            #expect(oldest > before)
            while reader.read(journal) {}
            #expect(reader.missed.last == before...(oldest - 1))
        }
        #expect(reader.missed.count == 3)
        #expect(reader.isWhole(upTo: journal.range.upperBound))
    }

    @Test func `A smaller capacity drops the oldest at once, and a reader is told`() {
        let journal = Journal(capacity: 2_097_152)
        for number in 0..<3_000 {
            journal.append(sample("\(number) " + String(repeating: "x", count: 400)), origin: .none)
        }
        #expect(journal.range.lowerBound == 1)
        journal.setCapacity(Journal.minimumCapacity)
        #expect(journal.usedBytes <= Journal.minimumCapacity)
        #expect(journal.range.upperBound == 3_001)
        var reader = JournalReader()
        while reader.read(journal) {}
        #expect(reader.missed == [1...(journal.range.lowerBound - 1)])
        #expect(reader.isWhole(upTo: 3_001))
    }

    @Test func `A slice that a reader keeps stays as it was while the journal goes on`() throws {
        let journal = Journal(capacity: Journal.minimumCapacity)
        for number in 1...100 {
            journal.append(sample("kept \(number)", label: "label \(number)"), origin: .none)
        }
        let slice = try #require(journal.read(at: 11).slice)
        var before: [UInt8] = []
        slice.segment.appendFrames(of: slice.entries, to: &before)
        var reused = 0
        var known: Set<ObjectIdentifier> = []
        for number in 0..<20_000 {
            journal.append(sample("later \(number)", label: "other \(number % 50)"), origin: .none)
            if number % 1_000 == 0 {
                let segments = journal.slices().map { ObjectIdentifier($0.segment) }
                reused += known.intersection(segments).count
                known.formUnion(segments)
            }
        }
        #expect(journal.range.lowerBound > 101)
        #if !THREAD_SANITIZER
            #expect(reused > 0)
        #endif
        #expect(!journal.slices().contains { $0.segment === slice.segment })
        var after: [UInt8] = []
        slice.segment.appendFrames(of: slice.entries, to: &after)
        #expect(before == after)
        #expect(slice.entries.map { slice.record(at: $0)?.message } == (11...100).map { "kept \($0)" })
        #expect(
            slice.entries.map { slice.labels[Int(slice.segment.entry(at: $0).label)] }
                == (11...100).map { "label \($0)" })
    }

    @Test func `A closed journal takes nothing more, and what it holds can still be read`() {
        let journal = Journal(capacity: Journal.minimumCapacity)
        journal.append(sample("one"), origin: .none)
        #expect(journal.close() == 2)
        #expect(journal.append(sample("two"), origin: .none) == nil)
        #expect(journal.isClosed)
        var reader = JournalReader()
        while reader.read(journal) {}
        #expect(reader.received.map(\.message) == ["one"])
        #expect(journal.close() == 2)
    }
}
