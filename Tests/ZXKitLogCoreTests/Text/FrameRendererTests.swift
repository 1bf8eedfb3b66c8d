import Synchronization
import Testing
import ZXKitLogCore

struct FrameRendererTests {
    private static let formats: [any FrameFormat] = [
        TextFormat(), TextFormat(isColored: true), JSONLinesFormat(),
        TextFormat(zone: .offset { $0.isMultiple(of: 2) ? 19_800 : -3_600 }, isColored: true),
    ]

    /// What a format makes of an item.
    private static func line(_ item: LogItem, _ format: some LogFormat) -> [UInt8] {
        var bytes: [UInt8] = []
        format.append(item, to: &bytes)
        return bytes
    }

    /// What a renderer makes of a frame; `nil` where it says that there is no item in it.
    private static func line(_ frame: [UInt8], _ renderer: inout some FrameRenderer) -> [UInt8]? {
        var output = LineBuffer()
        output.append(copying: Array("before".utf8).span)
        let isItem = renderer.append(frame: frame.span, to: &output)
        let bytes = output.array
        #expect(bytes.starts(with: Array("before".utf8)))
        #expect(isItem == (bytes.count > 6))
        return isItem ? Array(bytes.dropFirst(6)) : nil
    }

    private static func line(_ frame: [UInt8], _ format: some FrameFormat) -> [UInt8]? {
        var renderer = format.makeRenderer()
        return line(frame, &renderer)
    }

    /// The item that is in a frame, by way of the reader.
    private static func item(_ frame: [UInt8]) -> LogItem? {
        switch try? Frames.read(Array(frame.dropFirst(FrameWriter.lengthSize))) {
        case .record(let record): .record(record)
        case .gap(let gap): .gap(gap)
        default: nil
        }
    }

    private static func text(_ bytes: [UInt8]?) -> String {
        bytes.map { String(decoding: $0, as: UTF8.self) } ?? "nothing"
    }

    @Test(arguments: formats)
    func `A frame looks as its record does, whatever is in it and whatever came before`(format: any FrameFormat) {
        func check(_ format: some FrameFormat) {
            var random = RandomItems(generator: SeededGenerator(for: "frames and their records"))
            var renderer = format.makeRenderer()
            for _ in 0..<3_000 {
                let record = random.hostileRecord()
                let rendered = Self.line(Frames.encode(.record(record)), &renderer)
                let expected = Self.line(.record(record), format)
                #expect(rendered == expected, "\(Self.text(rendered)) for \(Self.text(expected))")
            }
        }
        check(format)
    }

    @Test func `A line of text is what its parts make, escaped one by one`() {
        var random = RandomItems(generator: SeededGenerator(for: "lines and their parts"))
        for _ in 0..<3_000 {
            let record = random.hostileRecord()
            let line = Self.text(Self.line(Frames.encode(.record(record)), TextFormat()))
            #expect(line == ReferenceLine(record).text)
        }
    }

    @Test(arguments: formats)
    func `A frame with damaged bytes is what the reader says, or nothing`(format: any FrameFormat) {
        func check(_ format: some FrameFormat) {
            var random = RandomItems(generator: SeededGenerator(for: "damaged frames"))
            var renderer = format.makeRenderer()
            for _ in 0..<300 {
                let frame = Frames.encode(.record(random.hostileRecord()))
                for _ in 0..<20 {
                    let damaged = random.damaged(frame)
                    let expected = Self.item(damaged).map { Self.line($0, format) }
                    #expect(Self.line(damaged, &renderer) == expected, "\(damaged)")
                }
            }
        }
        check(format)
    }

    @Test func `A frame that ends anywhere before its end is nothing`() {
        let frame = Frames.encode(.record(Samples.record))
        for format in Self.formats {
            for end in 0..<frame.count {
                #expect(Self.line(Array(frame[..<end]), format) == nil, "\(end) bytes")
            }
        }
    }

    @Test func `A random frame that ends anywhere before its end is nothing`() {
        var random = RandomItems(generator: SeededGenerator(for: "frames that end too early"))
        for _ in 0..<20 {
            let frame = Frames.encode(.record(random.hostileRecord()))
            for format in Self.formats {
                for end in 0..<frame.count {
                    #expect(Self.line(Array(frame[..<end]), format) == nil, "\(end) bytes of \(frame)")
                }
            }
        }
    }

    @Test func `Bytes that are no UTF-8 are repaired wherever they stand`() throws {
        for length in [1, 2, 3, 4, 7, 8, 9, 15, 16, 17, 31, 32, 33] {
            var record = Samples.emptyRecord
            record.message = String(repeating: "m", count: length)
            let frame = Frames.encode(.record(record))
            let message = try #require(frame.firstRange(of: Array(record.message.utf8)))
            for index in message {
                for byte: UInt8 in [0x80, 0xBF, 0xC2, 0xE2, 0xFF] {
                    var damaged = frame
                    damaged[index] = byte
                    record.message = String(decoding: damaged[message], as: UTF8.self)
                    #expect(Self.text(Self.line(damaged, TextFormat())) == ReferenceLine(record).text)
                }
            }
        }
    }

    @Test func `A time looks the same whatever time came before`() {
        let times: [Int64] = [
            .min, .min + 1, .min + 854_775_807, .min + 854_775_808, -1_000_000_001, -1_000_000_000, -1, 0, 999_999_999,
            1_000_000_000, .max - 854_775_808, .max - 854_775_807, .max - 1, .max,
        ]
        var renderer = TextFormat().makeRenderer()
        var record = Samples.emptyRecord
        for first in times {
            for second in times {
                for time in [first, second] {
                    record.time = LogTime(nanosecondsSince1970: time)
                    let line = Self.line(Frames.encode(.record(record)), &renderer)
                    #expect(Self.text(line) == ReferenceLine(record).text)
                }
            }
        }
    }

    @Test func `Numbers of every length are whole`() {
        var record = Samples.emptyRecord
        record.file = "F"
        var number = 1
        for _ in 1...18 {
            for line in [number - 1, number, number + 1, -number] {
                record.line = line
                record.originalSize = line
                let frame = Frames.encode(.record(record))
                #expect(Self.text(Self.line(frame, TextFormat())) == ReferenceLine(record).text)
            }
            number *= 10
        }
    }

    @Test func `Every sample is as the reader and the format make it`() {
        for item in Samples.items {
            let frame = Frames.encode(item)
            for format in Self.formats {
                #expect(Self.line(frame, format) == Self.item(frame).map { Self.line($0, format) })
            }
        }
    }

    @Test(arguments: [0, 1, 23, 24, 255, 256, 65_535, 65_536])
    func `Texts of every length are whole, escaped or not`(length: Int) {
        // A long one of each would take long without optimisation.
        for character in length < 1_000 ? ["x", "é", "\u{1B}", "\"", "\u{202E}"] : ["x"] {
            let text = String(repeating: character, count: length)
            let record = LogRecord(
                sequence: 1, time: LogTime(nanosecondsSince1970: 0), level: .info, label: "l", message: text,
                metadata: ["k": .text(text)], file: text, function: text, line: length, originalSize: length)
            for format in Self.formats {
                #expect(Self.line(Frames.encode(.record(record)), format) == Self.line(.record(record), format))
            }
        }
    }

    @Test func `Of a key that comes twice, the last value stands in the first place`() throws {
        var record = Samples.emptyRecord
        record.metadata = ["first": "1", "other": "2", "lasts": "3"]
        var frame = Frames.encode(.record(record))
        let place = try #require(frame.firstRange(of: Array("lasts".utf8)))
        frame.replaceSubrange(place, with: Array("first".utf8))
        #expect(Self.text(Self.line(frame, TextFormat())).hasSuffix(" first=3 other=2\n"))
        #expect(Self.text(Self.line(frame, JSONLinesFormat())).contains(#""metadata":{"first":"3","other":"2"}"#))
    }

    @Test func `Keys that become the same when they are repaired are one key`() throws {
        var record = Samples.emptyRecord
        record.metadata = ["k1": "1", "k2": "2"]
        var frame = Frames.encode(.record(record))
        for (key, byte) in [("k1", UInt8(0xFE)), ("k2", 0xFF)] {
            let place = try #require(frame.firstRange(of: Array(key.utf8)))
            frame[place.upperBound - 1] = byte
        }
        #expect(Self.text(Self.line(frame, TextFormat())).hasSuffix(" \"k\u{FFFD}\"=2\n"))
    }

    @Test func `A zone is asked once for each second in a row`() {
        let questions = Mutex<[Int64]>([])
        let format = TextFormat(
            zone: .offset { second in
                questions.withLock { $0.append(second) }
                return 3_600
            })
        var renderer = format.makeRenderer()
        var record = Samples.emptyRecord
        var output = LineBuffer()
        for nanoseconds: Int64 in [-1, -1_000_000_000, 0, 999_999_999, 5, 1_000_000_000, 1_000_001_999, 0] {
            record.time = LogTime(nanosecondsSince1970: nanoseconds)
            let isItem = renderer.append(frame: Frames.encode(.record(record)).span, to: &output)
            #expect(isItem)
        }
        #expect(questions.withLock(\.self) == [-1, 0, 1, 0])
        let times = Self.text(output.array).split(separator: "\n").map { $0.dropFirst(11).prefix(15) }
        #expect(
            times == [
                "00:59:59.999999", "00:59:59.000000", "01:00:00.000000", "01:00:00.999999", "01:00:00.000000",
                "01:00:01.000000", "01:00:01.000001", "01:00:00.000000",
            ])
    }
}

extension RandomItems {
    /// A record with random contents, some in the same second as others, some with plain text alone.
    fileprivate mutating func hostileRecord() -> LogRecord {
        var record = record()
        if Bool.random(using: &generator) {
            let nanoseconds = Int64.random(in: -2_000_000_000...2_000_000_000, using: &generator)
            record.time = LogTime(nanosecondsSince1970: nanoseconds)
        }
        if Bool.random(using: &generator) {
            record.message = "order \(UInt16.random(in: 0 ... .max, using: &generator)) accepted"
            record.label = "checkout.api"
        }
        switch Int.random(in: 0..<4, using: &generator) {
        case 0: record.metadata = [:]
        case 1: record.metadata = ["user": "ada", "two words": "a b", "mark": .text(record.message)]
        default: break
        }
        return record
    }

    /// A frame with a few bytes changed, added or removed, its length left as it was.
    fileprivate mutating func damaged(_ frame: [UInt8]) -> [UInt8] {
        var frame = frame
        for _ in 0...Int.random(in: 0..<2, using: &generator) {
            let index = Int.random(in: FrameWriter.lengthSize..<frame.count, using: &generator)
            switch Int.random(in: 0..<4, using: &generator) {
            case 0: frame.remove(at: index)
            case 1: frame.insert(.random(in: 0...255, using: &generator), at: index)
            default: frame[index] = .random(in: 0...255, using: &generator)
            }
        }
        return frame
    }
}
