import Testing

@testable import ZXKitLogCore

@Suite struct AncestorTextTests {
    private func record(
        _ message: String, level: LogLevel = .info, file: String? = "Shop/Orders.swift", metadata: LogMetadata = [:]
    ) -> LogRecord {
        LogRecord(
            sequence: 7, time: LogTime(nanosecondsSince1970: 1_659_429_123_000_456_999), level: level, label: "shop",
            message: message, metadata: metadata, file: file, function: "accept(_:)", line: 42)
    }

    private func texts(_ record: LogRecord) -> [String] {
        AncestorPieces.pieces(of: .record(record)).map { String(decoding: $0, as: UTF8.self) }
    }

    private static let header =
        "|File: Orders.swift -- Line: 42 -- Function:Orders.swift.accept(_:) ----|1659429123.000456|"

    @Test(
        arguments: zip(LogLevel.allCases, ["0", "0", "1", "1", "2", "4", "4"])
    )
    func `A record is the four parts that their viewers split at bars`(_ level: LogLevel, _ type: String) {
        #expect(texts(record("order 7 🙂\naccepted", level: level)) == [type + Self.header + "order 7 🙂\naccepted"])
    }

    @Test func `Metadata follows the message, and a record without a source has its label there`() {
        #expect(texts(record("a", metadata: ["user": "ada"])) == ["1\(Self.header)a user=ada"])
        #expect(
            texts(record("a", file: nil))[0].hasPrefix("1|File: shop -- Line: 42 -- Function:shop.accept(_:) ----|"))
    }

    @Test(arguments: ["", "|", "|||"])
    func `A content that their viewers would drop as empty gets a space`(_ message: String) {
        #expect(texts(record(message)) == ["1\(Self.header)\(message) "])
    }

    @Test func `A bar in the source isn't taken for the end of the part, and bars in the message stay`() {
        let text = texts(record("a|b", file: "Shop/A|B.swift"))[0]
        #expect(text.hasPrefix("1|File: A¦B.swift -- Line: 42 -- Function:A¦B.swift.accept(_:) ----|"))
        #expect(text.hasSuffix("|a|b"))
    }

    @Test func `A long content is several records, whose marks left out are the message`() {
        let message = String(repeating: "0123456789é🙂", count: 900)
        let contents = texts(record(message)).map { $0.dropFirst(("1" + Self.header).count) }
        #expect(contents.allSatisfy { $0.utf8.count <= AncestorText.longestContent })
        #expect(contents.dropLast().allSatisfy { $0.hasSuffix("…") })
        #expect(contents.map { $0.hasSuffix("…") ? String($0.dropLast()) : String($0) }.joined() == message)
    }

    @Test func `A gap is a warning of the logger`() {
        let gap = LogGap(3...5, reason: .overrun, time: LogTime(nanosecondsSince1970: -1_000))
        let text = AncestorPieces.pieces(of: .gap(gap)).map { String(decoding: $0, as: UTF8.self) }
        #expect(
            text == [
                "2|File: ZXKitLogger -- Line: 0 -- Function:ZXKitLogger.broadcast ----|-1.999999|3 records missing: too slow"
            ])
    }

    @Test func `A line is one record whatever its text`() {
        var bytes: [UInt8] = []
        AncestorLineRenderer().append(.record(record("a\nb|c\u{1B}")), to: &bytes)
        #expect(String(decoding: bytes, as: UTF8.self) == "1\(Self.header)a\\nb|c\\u{1B}\n")
    }
}
