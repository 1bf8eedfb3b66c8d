extension [UInt8] {
    /// Appends a text's UTF-8.
    package mutating func append(_ text: String) {
        append(contentsOf: text.utf8)
    }

    /// Appends a non-negative number, filled with zeros on the left up to `width`.
    package mutating func append(decimal number: Int, width: Int) {
        var divisor = 1
        for _ in 1..<Swift.max(width, 1) {
            divisor *= 10
        }
        while number / divisor >= 10 {
            divisor *= 10
        }
        while divisor > 0 {
            append(UInt8(ascii: "0") + UInt8(truncatingIfNeeded: number / divisor % 10))
            divisor /= 10
        }
    }

    /// Appends a number in lower-case hexadecimal, filled with zeros on the left up to `width`.
    package mutating func append(hexadecimal number: UInt64, width: Int) {
        let digits = String(number, radix: 16)
        append(contentsOf: repeatElement(UInt8(ascii: "0"), count: Swift.max(0, width - digits.utf8.count)))
        append(digits)
    }

    /// Appends a list's elements with a text before, between and after them.
    package mutating func append<List: Collection>(
        list: List, between opening: String, and closing: String, separator: String,
        _ appendElement: (List.Element, inout [UInt8]) -> Void
    ) {
        append(opening)
        var isFirst = true
        for element in list {
            if !isFirst {
                append(separator)
            }
            isFirst = false
            appendElement(element, &self)
        }
        append(closing)
    }
}

extension StringProtocol where SubSequence == Substring {
    /// The words between single spaces; two spaces have an empty word between them. A space counts even where a
    /// combining mark follows it, which makes both one `Character`.
    func splitAtSpaces(maxSplits: Int = .max) -> [Substring] {
        Substring(self).utf8
            .split(separator: UInt8(ascii: " "), maxSplits: maxSplits, omittingEmptySubsequences: false)
            .map { Substring($0) }
    }
}

extension String {
    /// The longest beginning that has at most `limit` UTF-8 bytes and ends on a scalar boundary.
    package func prefix(utf8Bytes limit: Int) -> Substring {
        guard utf8.count > limit else { return self[...] }
        guard limit > 0 else { return "" }
        var end = utf8.index(startIndex, offsetBy: limit)
        // A continuation byte is never a boundary (RFC 3629 §3): go back to the byte that leads.
        while end > startIndex, utf8[end] & 0xC0 == 0x80 {
            end = utf8.index(before: end)
        }
        return self[..<end]
    }
}
