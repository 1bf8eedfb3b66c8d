import Testing
import ZXKitLogCore

@testable import ZXKitLogger

/// What viewers are offered, whatever the kernel takes of it.
@Suite struct ViewerRunTests {
    private static let labels = ["a", "a.b", "c"]
    private static let levels: [LogLevel] = [.debug, .info, .error]

    @Test(arguments: WireEncoding.allCases)
    func `Viewers that share runs and take little by little each get exactly what their filter lets through`(
        _ encoding: WireEncoding
    ) throws {
        var random = SeededGenerator(for: "viewers that share runs")
        let journal = Journal(capacity: 8 * 1_024 * 1_024)
        var viewers = Self.filters.flatMap { filter in
            let runs = EncodedRuns(.items(encoding), filter: filter)
            return (0..<3).map { _ in TakingViewer(encoding, filter, runs) }
        }
        var records: [LogRecord] = []
        for round in 0..<40 {
            for _ in 0..<Int.random(in: 0...60, using: &random) {
                records.append(try Self.appendRecord(round, to: journal, using: &random))
            }
            for index in viewers.indices {
                for _ in 0..<Int.random(in: 0...4, using: &random) {
                    viewers[index].take(atMost: Int.random(in: 0...40_000, using: &random), from: journal)
                }
            }
        }
        for index in viewers.indices {
            while viewers[index].take(atMost: 30_000, from: journal) {}
            let viewer = viewers[index]
            let wanted = records.filter { viewer.filter.matches(level: $0.level, label: $0.label) }
            #expect(viewer.received == Self.encode(wanted, encoding), "seed \(random.seed)")
            #expect(viewer.recordCount == wanted.count && viewer.cursor == journal.range.upperBound)
        }
    }

    @Test func `A run is made once for all viewers that are in it, and what they have to keep is bounded`() throws {
        let journal = Journal(capacity: 8 * 1_024 * 1_024)
        let filler = String(repeating: "x", count: 1_000)
        for number in 0..<1_000 {
            journal.append(sample("\(number) \(filler)"), origin: .none)
        }
        let shared = SharedRuns()
        let runs = shared.runs(.items(.json), RecordFilter())
        #expect(shared.runs(.items(.json), RecordFilter()) === runs)
        #expect(shared.runs(.items(.text), RecordFilter()) !== runs)
        let slice = try #require(journal.read(at: 1).slice)
        let first = runs.part(of: slice, keeping: 256 * 1_024)
        #expect(first.bytes.count >= 64 * 1_024)
        let inside = try #require(journal.read(at: 7).slice)
        let later = runs.part(of: inside, keeping: 256 * 1_024)
        #expect(later.source === first.source && later.next == first.next)
        // Those that come behind it take its place.
        var cursor = first.next
        weak var made: (any RunSource)?
        for _ in 0..<6 {
            let slice = try #require(journal.read(at: cursor).slice)
            let part = runs.part(of: slice, keeping: 256 * 1_024)
            cursor = part.next
            made = part.source
        }
        #expect(runs.part(of: slice, keeping: 256 * 1_024).source !== first.source)
        shared.removeAll()
        #expect(made == nil)
    }

    private static let filters = [
        RecordFilter(level: .debug), RecordFilter(level: .error), RecordFilter(level: .info, labels: ["a"]),
        RecordFilter(level: .debug, labels: ["c", "a.b"]), RecordFilter(level: .debug, labels: ["nobody"]),
    ]

    private static func appendRecord(
        _ round: Int, to journal: Journal, using random: inout SeededGenerator
    ) throws -> LogRecord {
        let large = Int.random(in: 0..<50, using: &random) == 0
        let text = String(repeating: "é\n", count: Int.random(in: 0...(large ? 20_000 : 60), using: &random))
        var record = sample(
            "\(round) \(text)", label: labels.randomElement(using: &random) ?? "",
            level: levels.randomElement(using: &random) ?? .info)
        record.sequence = try #require(journal.append(record, origin: .none))
        return try #require(journal.read(at: record.sequence).slice?.lastRecord)
    }

    private static func encode(_ records: [LogRecord], _ encoding: WireEncoding) -> [UInt8] {
        var bytes: [UInt8] = []
        let encoder = ItemEncoder(form: .items(encoding))
        for record in records {
            encoder.append(.record(record), to: &bytes)
        }
        return bytes
    }
}

/// Takes what it is offered as a socket does, of which nobody knows how much it takes.
private struct TakingViewer {
    let filter: RecordFilter
    private let encoding: WireEncoding
    private let runs: EncodedRuns
    private(set) var cursor: UInt64 = 1
    private(set) var received: [UInt8] = []
    private(set) var recordCount = 0
    private var rest: RunRest?

    init(_ encoding: WireEncoding, _ filter: RecordFilter, _ runs: EncodedRuns) {
        (self.encoding, self.filter, self.runs) = (encoding, filter, runs)
    }

    /// Takes some bytes; false if there was nothing left to look at.
    @discardableResult
    mutating func take(atMost limit: Int, from journal: Journal) -> Bool {
        if let rest {
            let taken = rest.bytes.prefix(limit)
            rest.source.appendBytes(taken.startIndex..<taken.endIndex, to: &received)
            self.rest =
                taken.count < rest.bytes.count ? RunRest(source: rest.source, bytes: rest.bytes.dropFirst(limit)) : nil
            return true
        }
        guard let slice = journal.read(at: cursor).slice else { return false }
        let run = offer(of: slice)
        let taken = run.bytes.prefix(limit)
        run.source.appendBytes(taken.startIndex..<taken.endIndex, to: &received)
        let progress = run.progress(after: taken.count)
        cursor = progress.cursor
        recordCount += progress.records
        rest = progress.rest
        return true
    }

    /// Long runs of frames are offered where they lie in the journal.
    private func offer(of slice: JournalSlice) -> any ViewerRun {
        let start = slice.entries.lowerBound
        let entries = slice.selection(by: filter).nextRun(from: start, atMostBytes: 100_000)
        guard encoding == .cbor, entries.lowerBound == start, entries.count > 5 else {
            return runs.part(of: slice, keeping: 1_024 * 1_024)
        }
        return JournalRun(slice: slice, entries: entries)
    }
}

extension JournalSlice {
    fileprivate var lastRecord: LogRecord? { entries.last.flatMap { record(at: $0) } }
}
