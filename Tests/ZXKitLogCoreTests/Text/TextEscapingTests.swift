import Foundation
import Testing
import ZXKitLogCore

struct TextEscapingTests {
    /// C0 with ESC, DEL, C1 with NEL, the line and paragraph separators, and the controls of bidirectional text.
    private static let controls: [UInt32] =
        Array(0x00...0x1F) + Array(0x7F...0x9F) + [0x061C, 0x200E, 0x200F] + Array(0x2028...0x202E)
        + Array(0x2066...0x2069)

    private static func escape(_ text: String, as style: TextEscaping) -> String {
        var bytes: [UInt8] = []
        style.append(text, to: &bytes)
        return String(decoding: bytes, as: UTF8.self)
    }

    private static func plainEscape(_ control: UInt32) -> String {
        switch control {
        case 0x0A: "\\n"
        case 0x0D: "\\r"
        case 0x09: "\\t"
        default: "\\u{\(String(control, radix: 16, uppercase: true))}"
        }
    }

    private static func jsonEscape(_ control: UInt32) -> String {
        switch control {
        case 0x0A: "\\n"
        case 0x0D: "\\r"
        case 0x09: "\\t"
        default:
            "\\u" + String(repeating: "0", count: control < 0x10 ? 3 : control < 0x100 ? 2 : control < 0x1000 ? 1 : 0)
                + String(control, radix: 16)
        }
    }

    @Test(arguments: controls)
    func `A control becomes printable text wherever it stands`(control: UInt32) throws {
        let scalar = try #require(Unicode.Scalar(control))
        for (before, after) in [("", ""), ("a", "b"), ("é", "🛰"), ("\u{2027}", "\u{202F}")] {
            let text = "\(before)\(scalar)\(after)"
            let plain = before + Self.plainEscape(control) + after
            #expect(Self.escape(text, as: .plain) == plain)
            #expect(Self.escape(text, as: .quoted) == plain)
            let json = Self.escape(text, as: .json)
            #expect(json == before + Self.jsonEscape(control) + after)
            let decoded = try JSONSerialization.jsonObject(with: Data("[\"\(json)\"]".utf8)) as? [String]
            #expect(decoded == [text])
        }
    }

    @Test func `Every other scalar of Unicode stays as it is`() {
        let special = Set(Self.controls)
        for start in stride(from: 0, through: 0x10FFFF, by: 0x1000) {
            var scalars = String.UnicodeScalarView()
            for number in UInt32(start)..<UInt32(start + 0x1000) where !special.contains(number) {
                guard let scalar = Unicode.Scalar(number), scalar != "\"", scalar != "\\" else { continue }
                scalars.append(scalar)
            }
            let bytes = Array(String(scalars).utf8)
            for style in [TextEscaping.plain, .quoted, .json] {
                #expect(Array(Self.escape(String(scalars), as: style).utf8) == bytes, "from \(start)")
            }
        }
    }

    @Test func `Quotation marks and backslashes are escaped only where they could end a quotation`() {
        #expect(Self.escape(#"a"b\c"#, as: .plain) == #"a"b\c"#)
        #expect(Self.escape(#"a"b\c"#, as: .quoted) == #"a\"b\\c"#)
        #expect(Self.escape(#"a"b\c"#, as: .json) == #"a\"b\\c"#)
        var bytes: [UInt8] = []
        TextEscaping.json.appendBetweenQuotes(#"\"#, to: &bytes)
        #expect(bytes == Array(#""\\""#.utf8))
    }
}
