import ZXKitLogCore

/// Escapes texts in the plainest way, to compare with.
struct ReferenceEscape {
    private let style: TextEscaping

    init(_ style: TextEscaping) {
        self.style = style
    }

    func escape(_ text: String) -> String {
        text.unicodeScalars.map(escape).joined()
    }

    private func escape(_ scalar: Unicode.Scalar) -> String {
        switch scalar {
        case "\n": "\\n"
        case "\r": "\\r"
        case "\t": "\\t"
        case "\0"..."\u{1F}", "\u{7F}"..."\u{9F}", "\u{61C}", "\u{200E}", "\u{200F}", "\u{2028}"..."\u{202E}",
            "\u{2066}"..."\u{2069}":
            number(scalar.value)
        case "\"", "\\": (style == .plain ? "" : "\\") + String(Character(scalar))
        default: String(Character(scalar))
        }
    }

    private func number(_ value: UInt32) -> String {
        let digits = String(value, radix: 16, uppercase: style != .json)
        guard style == .json else { return "\\u{\(digits)}" }
        return "\\u" + String(repeating: "0", count: 4 - digits.count) + digits
    }
}
