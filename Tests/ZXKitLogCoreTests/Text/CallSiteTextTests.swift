import Testing
import ZXKitLogCore

/// A renderer keeps what the records of a call site share; nobody may see that but by the clock.
struct CallSiteTextTests {
    private static let formats = [TextFormat(), TextFormat(isColored: true)]

    /// Renders frames one after the other with one renderer, and with a fresh one for each.
    ///
    /// - Returns: The frames' positions where both differ.
    private static func differences(_ frames: [[UInt8]], _ format: some FrameFormat = TextFormat()) -> [Int] {
        var renderer = format.makeRenderer()
        return frames.indices.filter { index in
            var fresh = format.makeRenderer()
            return line(frames[index], &renderer) != line(frames[index], &fresh)
        }
    }

    /// What a renderer makes of a frame; `nil` where it says that there is no item in it.
    private static func line(_ frame: [UInt8], _ renderer: inout some FrameRenderer) -> [UInt8]? {
        var output = LineBuffer()
        let isItem = renderer.append(frame: frame.span, to: &output)
        return isItem ? output.array : nil
    }

    /// Renders records in their order, many times over, with one renderer, and compares with their parts one by one.
    private static func check(_ records: [LogRecord], _ location: SourceLocation = #_sourceLocation) {
        var renderer = TextFormat().makeRenderer()
        for record in (0..<10).flatMap({ _ in records }) {
            let text = line(Frames.encode(.record(record)), &renderer).map { String(decoding: $0, as: UTF8.self) }
            #expect(text == ReferenceLine(record).text, sourceLocation: location)
        }
        checkJSON((0..<10).flatMap { _ in records }, location)
    }

    /// Renders records with one renderer, and compares with their objects made one by one.
    private static func checkJSON(_ records: [LogRecord], _ location: SourceLocation) {
        var renderer = JSONLinesFormat().makeRenderer()
        for record in records {
            let object = line(Frames.encode(.record(record)), &renderer)
            var expected: [UInt8] = []
            JSONLine.append(.record(record), to: &expected)
            #expect(object == expected + [UInt8(ascii: "\n")], sourceLocation: location)
        }
    }

    /// The same record with something else in it.
    private static func sample(_ change: (inout LogRecord) -> Void) -> LogRecord {
        var record = Samples.record
        record.metadata = [:]
        change(&record)
        return record
    }

    // MARK: Call sites that are nearly the same

    @Test func `Levels and labels that take turns at one place each have their own line`() {
        var records: [LogRecord] = []
        for level in LogLevel.allCases {
            for label in ["checkout.api", "checkout.app", "checkout", "", "a\nb", "空"] {
                records.append(Self.sample { ($0.level, $0.label) = (level, label) })
            }
        }
        Self.check(records)
    }

    @Test func `Sources that differ in one thing each have their own line`() {
        Self.check([
            Self.sample { _ in },
            Self.sample { $0.line = 43 },
            Self.sample { $0.line = 42 + 128 },
            Self.sample { $0.line = 42 + 256 },
            Self.sample { $0.line = -42 },
            Self.sample { $0.line = nil },
            Self.sample { $0.file = "Checkout/APO.swift" },
            Self.sample { $0.file = "" },
            Self.sample { $0.file = nil },
            Self.sample { ($0.file, $0.line) = (nil, nil) },
            Self.sample { $0.function = "reject(_:)" },
            Self.sample { $0.function = nil },
            Self.sample { ($0.file, $0.function) = ("Checkout/API.swiftaccept", "(_:)") },
        ])
    }

    @Test func `What a source has to have escaped is escaped each time`() {
        Self.check([
            Self.sample { $0.file = "Checkout\n/API.swift" },
            Self.sample { $0.file = "\u{1B}[31m/\u{202E}API.swift" },
            Self.sample { $0.label = "\u{1B}[2J" },
        ])
    }

    @Test(arguments: [22, 23, 24, 25, 100, 200, 250, 255, 256, 257, 1_000])
    func `Names of every length are whole, kept or not`(length: Int) {
        let name = String(repeating: "n", count: length)
        Self.check([
            Self.sample { $0.label = name },
            Self.sample { $0.file = name },
            Self.sample { $0.function = name },
            Self.sample { ($0.label, $0.file, $0.function) = (name, name, name) },
        ])
    }

    // MARK: What is each record's own

    @Test func `Records of one call site each have their own message, metadata, thread and size`() {
        Self.check([
            Self.sample { $0.message = "" },
            Self.sample { $0.message = "order 8 accepted" },
            Self.sample { $0.message = "order\u{1B}8" },
            Self.sample { $0.message = String(repeating: "m", count: 70_000) },
            Self.sample { $0.metadata = ["user": "ada"] },
            Self.sample { $0.metadata = ["user": "a b", "cart": ["a", "b"]] },
            Self.sample { $0.originalSize = 100_000 },
            Self.sample { ($0.originalSize, $0.metadata) = (100_000, ["user": "ada"]) },
            Self.sample { $0.thread = nil },
            Self.sample { $0.thread = 0x1A },
            Self.sample { $0.thread = 0x1919 },
            Self.sample { $0.thread = 0x1A19_1818 },
            Self.sample { $0.thread = .max },
            Self.sample { $0.thread = .min },
            Self.sample { $0.sequence = .max },
        ])
    }

    @Test func `Seconds that go back and forth are those of each record`() {
        Self.check(
            [5, 4, 6, 1_796_066_528, 3, -1, 1_796_066_528, .zero].map { (second: Int64) in
                Self.sample { $0.time = LogTime(nanosecondsSince1970: second * 1_000_000_000 + 123_456_789) }
            })
    }

    // MARK: Frames of strangers

    @Test(arguments: formats)
    func `A frame with one bit changed is read afresh`(format: TextFormat) {
        let whole = Frames.encode(.record(Self.sample { _ in }))
        var frames: [[UInt8]] = []
        for index in whole.indices {
            for bit in 0..<8 {
                var changed = whole
                changed[index] ^= 1 << bit
                frames += [whole, changed]
            }
        }
        #expect(Self.differences(frames, format) == [])
        #expect(Self.differences(frames, JSONLinesFormat()) == [])
    }

    @Test func `A frame that ends too early or too late is nothing, though its call site is known`() {
        let whole = Frames.encode(.record(Self.sample { _ in }))
        var renderer = TextFormat().makeRenderer()
        #expect(Self.line(whole, &renderer) != nil)
        for end in whole.indices {
            #expect(Self.line(Array(whole[..<end]), &renderer) == nil)
        }
        for byte: UInt8 in [0x00, 0xF6] {
            #expect(Self.line(whole + [byte], &renderer) == nil)
        }
    }

    @Test(arguments: [0x70, 0x77, 0x78, 0x79])
    func `A text that claims more than there is isn't one that begins further on`(head: UInt8) throws {
        // The message's first byte is itself the head of a text of one byte.
        var frame = Frames.encode(.record(Self.sample { ($0.message, $0.file, $0.function) = ("ab", nil, nil) }))
        let message = try #require(frame.firstRange(of: Array("ab".utf8)))
        frame[message.lowerBound - 1] = head
        var renderer = TextFormat().makeRenderer()
        #expect(Self.line(frame, &renderer) == nil)
    }

    // MARK: At random

    @Test(arguments: formats)
    func `One renderer makes the same of many frames as a fresh one of each`(format: TextFormat) {
        var random = RandomItems(generator: SeededGenerator(for: "records of few call sites"))
        let frames = (0..<5_000).map { _ in random.frameOfFewCallSites() }
        #expect(Self.differences(frames, format).map { frames[$0] } == [])
        #expect(Self.differences(frames, JSONLinesFormat()).map { frames[$0] } == [])
    }
}

extension RandomItems {
    /// A record of one of a few call sites, which are alike, sometimes a gap, and sometimes with a byte changed.
    fileprivate mutating func frameOfFewCallSites() -> [UInt8] {
        switch Int.random(in: 0..<20, using: &generator) {
        case 0: return Frames.encode(.gap(LogGap(1...2, reason: .overrun, time: LogTime(nanosecondsSince1970: 0))))
        case 1:
            var frame = Frames.encode(.record(recordOfFewCallSites()))
            frame[Int.random(in: frame.indices, using: &generator)] = .random(in: 0...255, using: &generator)
            return frame
        default: return Frames.encode(.record(recordOfFewCallSites()))
        }
    }

    private mutating func recordOfFewCallSites() -> LogRecord {
        LogRecord(
            sequence: .random(in: 0...70_000, using: &generator),
            time: LogTime(nanosecondsSince1970: .random(in: -1_000_000_000...9_000_000_000, using: &generator)),
            level: one(of: [.info, .error]), label: one(of: ["", "a", "b", "a\n"]),
            message: one(of: ["m", "order 7 accepted", "\u{1B}", ""]),
            metadata: one(of: [[:], [:], ["k": "v"], ["k": ["v"]]]),
            file: one(of: ["F.swift", "G.swift", "\t", "", nil]), function: one(of: ["f()", "g()", nil]),
            line: one(of: [1, 129, 24, 25, 26, 280, nil]), thread: one(of: [1, 25, 26, 4_711, 70_000, -1, nil]),
            originalSize: one(of: [nil, nil, nil, 1_000]))
    }

    private mutating func one<Value>(of values: [Value]) -> Value {
        values[Int.random(in: values.indices, using: &generator)]
    }
}
