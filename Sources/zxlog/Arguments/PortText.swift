/// TCP ports as people write them.
enum PortText {
    /// Reads one to five digits up to 65535; nil for anything else.
    static func port(_ text: some StringProtocol) -> UInt16? {
        guard (1...5).contains(text.utf8.count), text.isDigits else { return nil }
        return UInt16(text)
    }
}

extension StringProtocol {
    /// Whether there are only ASCII digits, or nothing.
    var isDigits: Bool {
        utf8.allSatisfy { (UInt8(ascii: "0")...UInt8(ascii: "9")).contains($0) }
    }
}

extension String {
    /// The text, or nil where there is none.
    var nonEmpty: String? {
        isEmpty ? nil : self
    }
}
