import Testing
import ZXKitLogCore

@testable import ZXKitLogger

@Suite struct BatchOutputTests {
    /// Takes what it is told to, and remembers each write.
    private final class Recorder: ByteDestination {
        struct Full: Error {}

        /// How many bytes the next writes take at most; when there are none left, it takes everything.
        var limits: [Int] = []
        private(set) var writes: [[UInt8]] = []

        var text: String { String(decoding: writes.joined(), as: UTF8.self) }

        func writeOnce(_ bytes: RawSpan) throws(LogError) -> Int {
            let limit = limits.isEmpty ? Int.max : limits.removeFirst()
            guard limit > 0 else { throw LogError(.cannotWrite, reason: "full") }
            writes.append(bytes.withUnsafeBytes { Array($0.prefix(limit)) })
            return writes.last?.count ?? 0
        }
    }

    /// Batches as a sink that is behind gets them: a segment of the journal each.
    private func batches(of journal: Journal) -> [LogBatch] {
        journal.slices().map { slice in
            let reader = SinkReader(LevelThreshold(.trace), origin: SinkOrigin(number: 1))
            return LogBatch(gap: nil, slice: SinkSlice(journal: slice, reader: reader))
        }
    }

    private func filledJournal(_ count: Int, _ random: inout SeededGenerator) -> Journal {
        let journal = Journal(capacity: 8 * 1_024 * 1_024)
        for number in 0..<count {
            let filler = String(repeating: "x", count: Int.random(in: 0...200, using: &random))
            journal.append(sample("<\(number)> \(filler)"), origin: .none)
        }
        return journal
    }

    @Test(arguments: [4_096, 65_536])
    func `Behind, it writes many records at once, and each write ends with a record`(chunkSize: Int) throws {
        var random = SeededGenerator(for: "batched writes")
        let count = 4_000
        let journal = filledJournal(count, &random)
        let recorder = Recorder()
        let output = BatchOutput(format: TextFormat(), chunkSize: chunkSize)
        for batch in batches(of: journal) {
            try output.write(batch, to: recorder)
        }
        let lines = try #require(recorder.text.wholeLines)
        #expect(lines.count == count)
        for (number, line) in lines.enumerated() where !line.contains("<\(number)> ") {
            Issue.record("line \(number) is \(line)")
            break
        }
        #expect(recorder.writes.allSatisfy { $0.last == UInt8(ascii: "\n") && $0.count <= chunkSize })
        // As few as the chunks allow, but for one that isn't full at the end of each batch.
        let bytes = recorder.writes.joined().count
        #expect(recorder.writes.count <= bytes / (chunkSize - 400) + journal.slices().count)
        #expect(recorder.writes.count < count / 10)
    }

    @Test func `A record larger than a chunk is one write`() throws {
        let journal = Journal(capacity: Journal.minimumCapacity)
        for size in [10, 10_000, 10] {
            journal.append(sample(String(repeating: "x", count: size)), origin: .none)
        }
        let recorder = Recorder()
        let output = BatchOutput(format: TextFormat(), chunkSize: 4_096)
        for batch in batches(of: journal) {
            try output.write(batch, to: recorder)
        }
        #expect(recorder.writes.map { $0.count > 10_000 } == [false, true, false])
        #expect(recorder.writes.allSatisfy { $0.last == UInt8(ascii: "\n") })
    }

    @Test func `Cut short and refused at any byte, it goes on where it stopped, and ends with a record again`() throws {
        var random = SeededGenerator(for: "writes cut short")
        for _ in 0..<8 {
            let journal = filledJournal(300, &random)
            let whole = Recorder(), cut = Recorder()
            let output = BatchOutput(format: TextFormat(), chunkSize: 4_096)
            let other = BatchOutput(format: TextFormat(), chunkSize: 4_096)
            for batch in batches(of: journal) {
                try output.write(batch, to: whole)
                cut.limits = (0..<40).map { _ in
                    [0, Int.random(in: 1...3_000, using: &random)].randomElement(using: &random) ?? 0
                }
                while true {
                    do {
                        try other.write(batch, to: cut)
                        break
                    } catch {
                        // What is left comes with the same batch again.
                        continue
                    }
                }
            }
            #expect(cut.text == whole.text)
            // What follows a write that was cut short ends where a record does.
            let ends = cut.writes.filter { $0.last == UInt8(ascii: "\n") }.count
            #expect(ends >= cut.writes.count - 40)
            #expect(cut.writes.last?.last == UInt8(ascii: "\n"))
        }
    }
}
