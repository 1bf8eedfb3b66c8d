import Testing
import ZXKitLogCore

@testable import ZXKitLogger

@Suite struct RecordBoundsTests {
    @Test func `A message of 1 MiB is kept whole`() async throws {
        let text = String(repeating: "x", count: 1_048_576)
        let records = try await captured { $0.info("\(text)") }
        #expect(records.first?.message == text)
        #expect(records.first?.originalSize == nil)
    }

    @Test(arguments: ["a", "é", "€", "🐟"])
    func `A longer message is cut on a scalar boundary, and its original size is told`(scalar: String) async throws {
        let text = "x" + String(repeating: scalar, count: 1_200_000 / scalar.utf8.count)
        let records = try await captured { $0.info("\(text)") }
        let record = try #require(records.first)
        #expect(record.originalSize == text.utf8.count)
        #expect(text.utf8.starts(with: record.message.utf8))
        #expect((1_048_576 - record.message.utf8.count) >= 0)
        #expect((1_048_576 - record.message.utf8.count) < scalar.utf8.count)
        #expect(!record.message.unicodeScalars.contains("\u{FFFD}"))
    }

    @Test func `Label, file and function of 1 KiB are whole, and longer ones are cut and say how long they were`()
        async throws
    {
        let whole = LongNames.whole.description
        let long = LongNames.long.description
        #expect(whole.utf8.count == 1_024 && long.utf8.count == 2_000)
        let memory = MemorySink()
        let system = try LogSystem(sinks: [memory], options: .blocking)
        system.logger(whole).log(.info, "m", file: LongNames.whole, function: LongNames.whole)
        system.logger(long).log(.info, "m", file: LongNames.long, function: LongNames.long)
        await system.shutdown(deadline: .seconds(30))
        let records = memory.records
        try #require(records.count == 2)
        #expect(records[0].label == whole && records[0].file == whole && records[0].function == whole)
        for name in [records[1].label, records[1].file, records[1].function] {
            let name = try #require(name)
            #expect(name.utf8.count <= 1_024 && name.utf8.count > 1_000)
            #expect(name.hasPrefix("éééé") && name.hasSuffix("… (2000 bytes)"))
        }
    }

    @Test func `A long text in metadata is cut where the bound is reached, and says how long it was`() async throws {
        let long = String(repeating: "€", count: 20_000)
        let metadata = RecordBounds.bounded(["short": "kept", "long": .text(long), "late": "x"])
        #expect(metadata["short"] == "kept")
        guard case .text(let cut) = metadata["long"] else {
            Issue.record("the long text is gone")
            return
        }
        #expect(cut.hasPrefix("€€€€") && cut.hasSuffix("… (60000 bytes)"))
        #expect(cut.utf8.count <= 32_768 && cut.utf8.count > 32_000)
        #expect(metadata["late"] == nil)
        #expect(metadata["…"] == "1 more")
    }

    @Test func `Of too many pairs the first are kept, and how many are missing is told`() {
        let pairs = (0..<10_000).map { ("key \($0)", LogMetadata.Value.text("value \($0)")) }
        let metadata = RecordBounds.bounded(LogMetadata(pairs))
        let kept = metadata.count - 1
        #expect(kept > 1_000 && kept < 10_000)
        #expect(metadata.prefix(kept).map(\.key) == pairs.prefix(kept).map(\.0))
        #expect(metadata["…"] == .text("\(10_000 - kept) more"))
        #expect(encodedSize(metadata) <= 32_768)
    }

    @Test func `Metadata within the bounds is unchanged`() {
        let metadata: LogMetadata = ["a": "1", "b": ["c": ["d", ["e": "f"]]], "g": [], "h": [:]]
        #expect(RecordBounds.bounded(metadata) == metadata)
    }

    @Test func `Eight levels of maps and lists are kept, and a mark stands for what is deeper`() {
        func nested(_ levels: Int, _ innermost: LogMetadata.Value, isList: Bool) -> LogMetadata.Value {
            (0..<levels).reduce(innermost) { value, _ in isList ? .array([value]) : .map(["k": value]) }
        }
        for isList in [true, false] {
            let kept: LogMetadata = ["top": nested(7, "deep", isList: isList)]
            #expect(RecordBounds.bounded(kept) == kept)
            let tooDeep: LogMetadata = ["top": nested(8, "deep", isList: isList)]
            #expect(RecordBounds.bounded(tooDeep) == ["top": nested(7, "…", isList: isList)])
        }
        let veryDeep: LogMetadata = ["top": nested(2_000, "deep", isList: true)]
        #expect(RecordBounds.bounded(veryDeep) == ["top": nested(7, "…", isList: true)])
    }

    @Test func `Many empty elements are bounded too`() {
        let empty = [LogMetadata.Value](repeating: .text(""), count: 1_000_000)
        let hostile: [LogMetadata] = [
            ["list": .array(empty)],
            ["lists": .array([.array(empty), .array(empty)])],
            ["maps": .array([LogMetadata.Value](repeating: .map([:]), count: 1_000_000))],
            ["pairs": .map(LogMetadata((0..<200_000).map { ("\($0)", "") }))],
        ]
        for metadata in hostile {
            let bounded = RecordBounds.bounded(metadata)
            #expect(elementCount(.map(bounded)) <= 32_768 / 4 + 10)
            #expect(encodedSize(bounded) <= 32_768 + 256)
        }
    }

    @Test func `The frame of the largest record is within what a peer takes`() throws {
        let name = RecordBounds.bounded(String(repeating: "n", count: 5_000))
        let message = RecordText(owning: String(repeating: "m", count: 2_000_000))
        let fill = LogMetadata(
            (0..<32_768).map { ("\($0)", LogMetadata.Value.text(String(repeating: "v", count: 24))) })
        let record = LogRecord(
            sequence: .max, time: LogTime(nanosecondsSince1970: .min), level: .critical, label: name,
            message: message.string,
            metadata: RecordBounds.bounded(fill), file: name, function: name, line: .max, thread: .max,
            originalSize: message.count + message.excess)
        var frame: [UInt8] = []
        FrameWriter.append(.record(record), to: &frame)
        #expect(frame.count > 1_048_576 + 32_000)
        #expect(frame.count <= WireLimits.frame)
        #expect(try FrameReader.item(in: frame.dropFirst(FrameWriter.lengthSize)) == .record(record))
    }

    @Test func `Whatever metadata holds, its frame has a bound and can be read again`() throws {
        var random = SeededGenerator(for: "hostile metadata")
        for _ in 0..<30 {
            let bounded = RecordBounds.bounded(hostileMap(depth: 0, &random))
            #expect(encodedSize(bounded) <= 36_864)
            let record = LogRecord(
                sequence: 1, time: LogTime(nanosecondsSince1970: 0), level: .info, label: "l", message: "m",
                metadata: bounded)
            var frame: [UInt8] = []
            FrameWriter.append(.record(record), to: &frame)
            #expect(try FrameReader.item(in: frame.dropFirst(FrameWriter.lengthSize)) == .record(record))
        }
    }

    /// The bytes of the metadata in a frame.
    private func encodedSize(_ metadata: LogMetadata) -> Int {
        func size(_ metadata: LogMetadata) -> Int {
            var frame: [UInt8] = []
            let record = LogRecord(
                sequence: 1, time: LogTime(nanosecondsSince1970: 0), level: .info, label: "", message: "",
                metadata: metadata)
            FrameWriter.append(.record(record), to: &frame)
            return frame.count
        }
        return size(metadata) - size([:])
    }

    private func elementCount(_ value: LogMetadata.Value) -> Int {
        switch value {
        case .text: 1
        case .array(let values): values.reduce(1) { $0 + elementCount($1) }
        case .map(let map): map.reduce(1) { $0 + elementCount($1.value) }
        }
    }

    private func hostileMap(depth: Int, _ random: inout SeededGenerator) -> LogMetadata {
        let count = Int.random(in: 0...(depth == 0 ? 3_000 : 8), using: &random)
        var pairs: [(String, LogMetadata.Value)] = []
        for index in 0..<count {
            let key = String(repeating: "k", count: [0, 1, 23, 24, 255, 256].randomElement(using: &random) ?? 0)
            pairs.append((key + "\(index)", hostileValue(depth: depth + 1, &random)))
        }
        return LogMetadata(pairs)
    }

    private func hostileValue(depth: Int, _ random: inout SeededGenerator) -> LogMetadata.Value {
        guard depth < 12 else { return "" }
        switch UInt.random(in: 0..<10, using: &random) {
        case 0: return .map(hostileMap(depth: depth, &random))
        case 1:
            let count = Int.random(in: 0...8, using: &random)
            return .array((0..<count).map { _ in hostileValue(depth: depth + 1, &random) })
        default:
            let size = [0, 0, 1, 23, 24, 255, 256, 5_000].randomElement(using: &random) ?? 0
            return .text(String(repeating: "é", count: size / 2) + (size % 2 == 0 ? "" : "x"))
        }
    }
}
