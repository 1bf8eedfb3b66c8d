/// Lengths of time as people write them.
enum SecondsText {
    /// Reads digits with, perhaps, a fraction: `5`, `0.25`. At most nine digits before the point (30 years), and nine after.
    static func duration(_ text: String) -> Duration? {
        let parts = text.split(separator: ".", maxSplits: 1, omittingEmptySubsequences: false)
        guard let whole = digits(parts[0]) else { return nil }
        guard parts.count == 2 else { return .seconds(whole) }
        guard digits(parts[1]) != nil else { return nil }
        let padded = parts[1] + String(repeating: "0", count: 9 - parts[1].utf8.count)
        return Int64(padded).map { .seconds(whole) + .nanoseconds($0) }
    }

    /// Writes whole seconds without a point and others with up to three digits after it: `2 s`, `0.25 s`.
    static func text(_ duration: Duration) -> String {
        let milliseconds = milliseconds(duration)
        let fraction = milliseconds % 1_000
        guard fraction != 0 else { return "\(milliseconds / 1_000) s" }
        var digits = String(1_000 + fraction).dropFirst()
        while digits.last == "0" {
            digits.removeLast()
        }
        return "\(milliseconds / 1_000).\(digits) s"
    }

    /// Whole milliseconds, the rest cut.
    static func milliseconds(_ duration: Duration) -> Int64 {
        let (seconds, attoseconds) = duration.components
        return seconds * 1_000 + attoseconds / 1_000_000_000_000_000
    }

    private static func digits(_ text: Substring) -> Int64? {
        guard (1...9).contains(text.utf8.count), text.isDigits else { return nil }
        return Int64(text)
    }
}
