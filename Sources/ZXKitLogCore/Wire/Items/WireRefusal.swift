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
        guard line.hasPrefix(Self.lineStart) else { return nil }
        let rest = line.dropFirst(Self.lineStart.count)
        let words = rest.split(separator: " ", maxSplits: 1, omittingEmptySubsequences: false)
        guard let code = words.first, !code.isEmpty else { return nil }
        self.init(Code(rawValue: String(code)), words.count > 1 ? String(words[1]) : "")
    }
}
