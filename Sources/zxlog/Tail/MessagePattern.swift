/// A regular expression that messages are searched for.
///
/// `Regex` is not `Sendable`: each source makes its own of the same text.
struct MessagePattern {
    private let regex: Regex<AnyRegexOutput>

    /// Reads the pattern; nil where it is no regular expression.
    init?(_ pattern: String) {
        guard let regex = try? Regex(pattern) else { return nil }
        self.regex = regex
    }

    /// Whether the pattern is found anywhere in a message.
    func matches(_ message: String) -> Bool {
        (try? regex.firstMatch(in: message)) != nil
    }
}
