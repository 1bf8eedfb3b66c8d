extension OutputSpan<UInt8> {
    /// The most bytes that a number of 64 bits takes in decimal, with its sign.
    static var longestDecimal: Int { 20 }

    /// Appends a number in decimal; there must be room for it.
    mutating func append(decimal number: Int) {
        if number < 0 {
            append(UInt8(ascii: "-"))
        }
        append(decimal: UInt64(number.magnitude))
    }

    /// Appends a number in decimal; there must be room for it.
    mutating func append(decimal number: UInt64) {
        var digits = InlineArray<20, UInt8>(repeating: UInt8(ascii: "0"))
        var start = digits.count
        var rest = number
        repeat {
            start -= 1
            digits[start] = UInt8(ascii: "0") + UInt8(truncatingIfNeeded: rest % 10)
            rest /= 10
        } while rest > 0
        append(copying: digits.span.extracting(start...))
    }

    /// Appends a number in hexadecimal, filled with zeros on the left up to `width`; there must be room for it.
    mutating func append(hexadecimal number: UInt32, width: Int, ten: UInt8) {
        for shift in stride(from: 28, through: 0, by: -4) where number >> shift > 0 || shift < 4 * width {
            let digit = UInt8(truncatingIfNeeded: number >> shift & 0xF)
            append(digit < 10 ? UInt8(ascii: "0") + digit : ten + (digit - 10))
        }
    }
}
