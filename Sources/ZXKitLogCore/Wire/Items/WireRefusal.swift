/// Why an app won't serve a viewer, or won't do what it was told.
///
/// Before the hello it is one text line, `ZXLOG/1 error <code> <explanation>`, whatever the encoding; after it, an item.
package struct WireRefusal: Error, Hashable, Sendable {
    /// A reason's name on the wire. A code that this version doesn't know is kept as its text.
    package struct Code: RawRepresentable, Hashable, Sendable {
        package var rawValue: String

        package init(rawValue: String) {
            self.rawValue = rawValue
        }

        package static let badRequest = Code(rawValue: "bad-request")
        package static let unsupportedVersion = Code(rawValue: "unsupported-version")
        package static let unsupportedEncoding = Code(rawValue: "unsupported-encoding")
        package static let unauthorized = Code(rawValue: "unauthorized")
        package static let busy = Code(rawValue: "busy")
        package static let timeout = Code(rawValue: "timeout")
        package static let wrongApp = Code(rawValue: "wrong-app")
        package static let tooSlow = Code(rawValue: "too-slow")
        package static let shutdown = Code(rawValue: "shutdown")

        package static func == (left: Code, right: Code) -> Bool {
            left.rawValue.hasSameBytes(as: right.rawValue)
        }

        package func hash(into hasher: inout Hasher) {
            BytewiseText(rawValue).hash(into: &hasher)
        }
    }

    package var code: Code
    package var explanation: String

    package init(_ code: Code, _ explanation: String) {
        self.code = code
        self.explanation = explanation
    }
}

extension WireRefusal {
    private static let lineStart = "ZXLOG/1 error "

    /// The refusal as the line that is sent before a hello, with its line feed.
    package var line: String {
        "\(Self.lineStart)\(code.rawValue) \(explanation)\n"
    }

    /// Reads a refusal from a line without its line feed; `nil` where it is something else.
    package init?(line: String) {
        guard line.utf8.starts(with: Self.lineStart.utf8) else { return nil }
        let words = Substring(line.utf8.dropFirst(Self.lineStart.utf8.count)).splitAtSpaces(maxSplits: 1)
        guard let code = words.first, !code.isEmpty else { return nil }
        self.init(Code(rawValue: String(code)), words.count > 1 ? String(words[1]) : "")
    }
}
