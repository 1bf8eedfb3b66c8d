/// TCP ports as people write them.
enum PortText {
    /// Reads one to five digits up to 65535; nil for anything else.
    static func port(_ text: some StringProtocol) -> UInt16? {
        guard (1...5).contains(text.utf8.count), text.utf8.allSatisfy((0x30...0x39).contains) else { return nil }
        return UInt16(text)
    }
}

extension String {
    /// The text, or nil where there is none.
    var nonEmpty: String? {
        isEmpty ? nil : self
    }
}
