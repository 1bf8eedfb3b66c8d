/// Where in an app's journal a viewer wants its stream to begin.
package enum StreamStart: Hashable, Sendable {
    /// With the next record that is logged.
    case now
    /// With the oldest that is held.
    case oldest
    /// With the last so many records that match the filter.
    case last(UInt64)
    /// With this sequence number of this boot.
    case resume(boot: String, sequence: UInt64)
}

extension StreamStart: LosslessStringConvertible {
    /// Reads the value of `from` in a hello line.
    package init?(_ description: String) {
        switch description {
        case "now": self = .now
        case "oldest": self = .oldest
        default:
            guard let start = Self(parts: description.split(separator: ":", omittingEmptySubsequences: false)) else {
                return nil
            }
            self = start
        }
    }

    private init?(parts: [Substring]) {
        guard parts.count == 2, let number = DecimalText.number(parts[1]) else { return nil }
        if parts[0] == "last" {
            self = .last(number)
        } else if HexText.isLowerCase(parts[0], digits: 16) {
            self = .resume(boot: String(parts[0]), sequence: number)
        } else {
            return nil
        }
    }

    package var description: String {
        switch self {
        case .now: "now"
        case .oldest: "oldest"
        case .last(let count): "last:\(count)"
        case .resume(let boot, let sequence): "\(boot):\(sequence)"
        }
    }
}

/// Decimal numbers as the protocol writes them: digits alone, no sign, no space.
enum DecimalText {
    static func number(_ text: some StringProtocol) -> UInt64? {
        guard !text.isEmpty, text.utf8.allSatisfy({ (UInt8(ascii: "0")...UInt8(ascii: "9")).contains($0) }) else {
            return nil
        }
        return UInt64(text)
    }

    static func int(_ text: String) -> Int? {
        number(text).flatMap { Int(exactly: $0) }
    }
}

/// Identities as the protocol writes them: lower-case hexadecimal digits.
package enum HexText {
    package static func isLowerCase(_ text: some StringProtocol, digits: Int) -> Bool {
        text.utf8.count == digits
            && text.utf8.allSatisfy {
                (UInt8(ascii: "0")...UInt8(ascii: "9")).contains($0)
                    || (UInt8(ascii: "a")...UInt8(ascii: "f")).contains($0)
            }
    }
}
