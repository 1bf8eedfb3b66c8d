import Testing
import ZXKitLogCore

/// Most text is copied in blocks without looking at its characters one by one: wherever in a block one stands that has
/// to be escaped, it must be found, and none that doesn't may be taken for one.
struct InertTextTests {
    /// The shortest texts, and those around the ends of 8, 16, 32 and 48 bytes.
    private static let lengths = Array(0...9) + [12] + Array(14...18) + Array(23...25) + Array(31...34) + Array(47...49)

    /// Those at the borders of what a block is looked at for, and one of each length.
    private static let borders: [Unicode.Scalar] = [
        "\0", "\n", "\u{1F}", " ", "!", "\"", "#", "[", "\\", "]", "~", "\u{7F}", "\u{80}", "\u{9F}", "\u{A0}",
        "\u{61C}",
        "\u{2028}", "\u{2069}", "空", "🛰",
    ]

    /// The characters at the borders of each class, and some in the middle of them.
    private static let characters: [Unicode.Scalar] =
        (0..<0x80).map { Unicode.Scalar(UInt8($0)) } + [
            "\u{80}", "\u{85}", "\u{9B}", "\u{9F}", "\u{A0}", "é", "\u{FF}", "\u{61B}", "\u{61C}", "\u{61D}", "\u{7FF}",
            "\u{800}", "\u{200D}", "\u{200E}", "\u{200F}", "\u{2010}", "\u{2027}", "\u{2028}", "\u{2029}", "\u{202A}",
            "\u{202E}", "\u{202F}", "\u{2065}", "\u{2066}", "\u{2069}", "\u{206A}", "空", "\u{FEFF}", "\u{FFFD}",
            "\u{FFFF}", "🛰", "\u{10FFFF}",
        ]

    private static func escape(_ text: String, as style: TextEscaping) -> String {
        var bytes: [UInt8] = Array("before".utf8)
        style.append(text, to: &bytes)
        return String(decoding: bytes.dropFirst(6), as: UTF8.self)
    }

    private static func check(_ text: String) {
        for style in [TextEscaping.plain, .quoted, .json] {
            let escaped = escape(text, as: style)
            let expected = ReferenceEscape(style).escape(text)
            #expect(escaped.utf8.elementsEqual(expected.utf8), "\(escaped) for \(expected)")
        }
    }

    @Test func `A character is treated alike wherever it stands in a text of any length`() {
        for length in Self.lengths {
            for index in 0..<length {
                let (before, after) = (
                    String(repeating: "~", count: index), String(repeating: " ", count: length - index)
                )
                for character in Self.borders {
                    Self.check(before + String(Character(character)) + after.dropLast())
                }
            }
        }
    }

    @Test func `Random texts are escaped as one character after the other is`() {
        var generator = SeededGenerator(for: "texts with few or many characters to escape")
        for _ in 0..<1_500 {
            let inertShare = [0, 50, 90, 99, 100].randomElement(using: &generator) ?? 0
            var text = String.UnicodeScalarView()
            for _ in 0..<Int.random(in: 0...70, using: &generator) {
                let isInert = Int.random(in: 0..<100, using: &generator) < inertShare
                let character = isInert ? "x" : Self.characters.randomElement(using: &generator)
                text.append(character ?? "x")
            }
            Self.check(String(text))
        }
    }

    @Test func `A value is without quotation marks only if all of it is a plain word`() {
        for length in [1, 2, 3, 4, 7, 8, 9, 15, 16, 17, 33] {
            for character in Self.characters {
                let index = Int(character.value) % length
                let text =
                    String(repeating: "a", count: index) + String(Character(character))
                    + String(repeating: "z", count: length - index - 1)
                var record = Samples.emptyRecord
                record.metadata = ["k": .text(text)]
                var line: [UInt8] = []
                TextFormat().append(.record(record), to: &line)
                let isWord = ("!"..."~").contains(character) && !"\"\\=,[]{}".unicodeScalars.contains(character)
                let value = isWord ? text : "\"" + ReferenceEscape(.quoted).escape(text) + "\""
                #expect(
                    String(decoding: line, as: UTF8.self).utf8.elementsEqual(
                        "1970-01-01T00:00:00.000000Z TRACE    :  k=\(value)\n".utf8))
            }
        }
    }
}
