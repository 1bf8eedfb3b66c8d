import Testing
import ZXKitLogCore

struct TextFormatTests {
    private static func line(_ item: LogItem, _ format: TextFormat = TextFormat()) -> String {
        var bytes: [UInt8] = []
        format.append(item, to: &bytes)
        return String(decoding: bytes, as: UTF8.self)
    }

    @Test func `A record is exactly this line`() {
        #expect(
            Self.line(.record(Samples.record))
                == "2026-11-30T19:22:08.123456Z INFO     checkout.api: order 7 accepted user=ada cart=[a, b] "
                + "origin={ip=192.0.2.7} (Checkout/API.swift:42)\n")
    }

    @Test func `A record without anything but a message is as short`() {
        let record = LogRecord(
            sequence: 1, time: LogTime(nanosecondsSince1970: 0), level: .critical, label: "app", message: "down")
        #expect(Self.line(.record(record)) == "1970-01-01T00:00:00.000000Z CRITICAL app: down\n")
    }

    @Test func `A cut message says so, and a file may have no line`() {
        var record = Samples.emptyRecord
        (record.label, record.message, record.originalSize, record.file) = ("a", "begin", 2_000_000, "M/F.swift")
        #expect(
            Self.line(.record(record))
                == "1970-01-01T00:00:00.000000Z TRACE    a: begin [cut from 2000000 bytes] (M/F.swift)\n")
    }

    @Test(
        arguments: [
            (.trace, "TRACE   "), (.debug, "DEBUG   "), (.info, "INFO    "), (.notice, "NOTICE  "),
            (.warning, "WARNING "), (.error, "ERROR   "), (.critical, "CRITICAL"),
        ] as [(LogLevel, String)])
    func `Labels stand below one another whatever the level`(level: LogLevel, column: String) {
        var record = Samples.emptyRecord
        (record.level, record.label) = (level, "l")
        #expect(Self.line(.record(record)) == "1970-01-01T00:00:00.000000Z \(column) l: \n")
    }

    @Test func `Times are shown in the zone that is asked for`() {
        let zone = TextFormat.Zone.offset { seconds in seconds < 0 ? -3_600 : 7_200 }
        var record = Samples.emptyRecord
        #expect(Self.line(.record(record), TextFormat(zone: zone)).hasPrefix("1970-01-01T02:00:00.000000+02:00 "))
        record.time = LogTime(nanosecondsSince1970: -1)
        #expect(Self.line(.record(record), TextFormat(zone: zone)).hasPrefix("1969-12-31T22:59:59.999999-01:00 "))
    }

    @Test(arguments: [Int.min, Int.max])
    func `An absurd offset is no trap`(offset: Int) {
        let line = Self.line(.record(Samples.extremeRecord), TextFormat(zone: .offset { _ in offset }))
        #expect(line.hasPrefix("1677-09-2"))
    }

    @Test func `Metadata that is no plain word stands in quotation marks`() {
        var record = Samples.emptyRecord
        record.metadata = [
            "empty": "", "two words": "a b", "mark": "a\"b\\", "list": ["a,b", "c=d"], "é": "ü", "line": "x\ny",
            "nothing": [], "none": [:],
        ]
        #expect(
            Self.line(.record(record))
                == #"1970-01-01T00:00:00.000000Z TRACE    :  empty="" "two words"="a b" mark="a\"b\\" "#
                + #"list=["a,b", "c=d"] "é"="ü" line="x\ny" nothing=[] none={}"# + "\n")
    }

    @Test func `No text of a record can end its line, forge another, or drive a terminal`() {
        let hostile =
            "x\n2026-11-30T19:22:08.123456Z INFO     a: forged\r\u{1B}[2J\u{85}\u{2028}\u{2029}\u{202E}\u{8}\0"
        var record = Samples.record
        (record.label, record.message, record.file) = (hostile, hostile, hostile)
        record.metadata = .init(dictionaryLiteral: (hostile, ["list", .text(hostile), [hostile: .text(hostile)]]))
        let line = Self.line(.record(record))
        #expect(line.unicodeScalars.filter { $0 == "\n" }.count == 1)
        #expect(line.hasSuffix("\n"))
        let controls: Set<Unicode.Scalar> = [
            "\r", "\u{1B}", "\u{85}", "\u{2028}", "\u{2029}", "\u{202E}", "\u{8}", "\0",
        ]
        #expect(line.unicodeScalars.allSatisfy { !controls.contains($0) })
    }

    @Test func `A gap is a line of its own, and a reason to come can't forge one`() {
        let time = LogTime(nanosecondsSince1970: 0)
        #expect(
            Self.line(.gap(LogGap(1...120, reason: .overrun, time: time))) == "-- 120 records missing: too slow --\n")
        let gap = LogGap(range: nil, count: nil, reason: .init(rawValue: "x\n\u{1B}"), time: time)
        #expect(Self.line(.gap(gap)) == "-- records missing: x\\n\\u{1B} --\n")
    }

    @Test func `Colour is only where it was asked for, and ends where it began`() {
        let record = LogRecord(
            sequence: 1, time: LogTime(nanosecondsSince1970: 0), level: .error, label: "a", message: "m", file: "F")
        #expect(
            Self.line(.record(record), TextFormat(isColored: true))
                == "\u{1B}[2m1970-01-01T00:00:00.000000Z\u{1B}[0m \u{1B}[31mERROR\u{1B}[0m    a: m"
                + "\u{1B}[2m (F)\u{1B}[0m\n")
        #expect(!Self.line(.record(record)).contains("\u{1B}"))
    }
}
