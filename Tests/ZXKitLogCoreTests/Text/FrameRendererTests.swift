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
        var bytes: [UInt8] = Array("before".utf8)
        let isItem = renderer.append(frame: frame.span, to: &bytes)
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
        var output: [UInt8] = []
        for nanoseconds: Int64 in [-1, -1_000_000_000, 0, 999_999_999, 5, 1_000_000_000, 1_000_001_999, 0] {
            record.time = LogTime(nanosecondsSince1970: nanoseconds)
            #expect(renderer.append(frame: Frames.encode(.record(record)).span, to: &output))
        }
        #expect(questions.withLock(\.self) == [-1, 0, 1, 0])
        let times = Self.text(output).split(separator: "\n").map { $0.dropFirst(11).prefix(15) }
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

/// A record as a line of text in UTC, made in the plainest way, to compare with.
private struct ReferenceLine {
    let text: String

    init(_ record: LogRecord) {
        var time: [UInt8] = []
        CivilTime(record.time, utcOffsetSeconds: 0).appendRFC3339(fractionDigits: 6, to: &time)
        let level = record.level.description.uppercased()
        var text = String(decoding: time, as: UTF8.self) + " " + level
        text += String(repeating: " ", count: 9 - level.count)
        text += Self.escape(record.label) + ": " + Self.escape(record.message)
        text += record.originalSize.map { " [cut from \($0) bytes]" } ?? ""
        text += record.metadata.map { " " + Self.pair($0.key, $0.value) }.joined()
        if let file = record.file {
            text += " (" + Self.escape(file) + (record.line.map { ":\($0)" } ?? "") + ")"
        }
        self.text = text + "\n"
    }

    private static func pair(_ key: String, _ value: LogMetadata.Value) -> String {
        word(key) + "=" + self.value(value)
    }

    private static func value(_ value: LogMetadata.Value) -> String {
        switch value {
        case .text(let text): word(text)
        case .array(let values): "[" + values.map(Self.value).joined(separator: ", ") + "]"
        case .map(let map): "{" + map.map { pair($0.key, $0.value) }.joined(separator: ", ") + "}"
        }
    }

    private static func word(_ text: String) -> String {
        let isPlain = text.unicodeScalars.allSatisfy {
            ("!"..."~").contains($0) && !"\"\\=,[]{}".unicodeScalars.contains($0)
        }
        return isPlain && !text.isEmpty ? text : "\"" + escape(text, marks: ["\"", "\\"]) + "\""
    }

    private static func escape(_ text: String, marks: Set<Unicode.Scalar> = []) -> String {
        text.unicodeScalars.map { scalar in
            switch scalar {
            case "\n": "\\n"
            case "\r": "\\r"
            case "\t": "\\t"
            case "\0"..."\u{1F}", "\u{7F}"..."\u{9F}", "\u{61C}", "\u{200E}", "\u{200F}", "\u{2028}"..."\u{202E}",
                "\u{2066}"..."\u{2069}":
                "\\u{" + String(scalar.value, radix: 16, uppercase: true) + "}"
            default: (marks.contains(scalar) ? "\\" : "") + String(Character(scalar))
            }
        }.joined()
    }
}
