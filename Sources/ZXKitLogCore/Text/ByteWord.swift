/// Up to eight bytes of text in a number, so that they are written in one go: the first is the lowest.
struct ByteWord {
    static let size = 8

    var bits: UInt64

    @inline(__always)
    init(bits: UInt64) {
        self.bits = bits
    }

    /// The first eight of some bytes, or all if there are fewer.
    init(_ bytes: some Collection<UInt8>) {
        bits = bytes.prefix(Self.size).reversed().reduce(0) { $0 << 8 | UInt64($1) }
    }

    /// A literal of eight ASCII characters.
    @inline(__always)
    init(eightBytes literal: StaticString) {
        precondition(literal.utf8CodeUnitCount == Self.size)
        // A literal is part of the program, and has eight bytes by the check.
        bits = literal.withUTF8Buffer { bytes in
            UInt64(littleEndian: unsafe UnsafeRawBufferPointer(bytes).loadUnaligned(as: UInt64.self))
        }
    }

    static var spaces: ByteWord { ByteWord(bits: 0x2020_2020_2020_2020) }

    /// A number below 100,000,000 in decimal, with zeros in front: its halves are taken apart at the same time, then the
    /// four quarters, as numbers beside each other in one word.
    @inline(__always)
    init(eightDigits number: UInt32) {
        bits = Self.digits(number) | 0x3030_3030_3030_3030
    }

    /// The eight digits as numbers from 0 to 9.
    @inline(__always)
    fileprivate static func digits(_ number: UInt32) -> UInt64 {
        let halves = UInt64(number / 10_000) | UInt64(number % 10_000) << 32
        // 10,486 / 2^20 is 1 / 100 for numbers below 10,000; 103 / 2^10 is 1 / 10 for numbers below 100.
        let hundreds = (halves &* 10_486) >> 20 & 0x0000_007F_0000_007F
        let quarters = hundreds | (halves &- 100 &* hundreds) << 16
        let tens = (quarters &* 103) >> 10 & 0x000F_000F_000F_000F
        return tens | (quarters &- 10 &* tens) << 8
    }
}

extension LineWriter {
    /// The most bytes that a number of 64 bits takes in decimal, with its sign.
    static var longestDecimal: Int { 20 }

    /// Appends a number in decimal.
    @inline(__always)
    mutating func append(decimal number: Int) {
        if number < 0 {
            append(UInt8(ascii: "-"))
        }
        append(decimal: UInt64(number.magnitude))
    }

    /// Appends a number in decimal.
    @inline(__always)
    mutating func append(decimal number: UInt64) {
        if number < 100_000_000 {
            append(upToEightDigits: UInt32(truncatingIfNeeded: number))
        } else {
            append(elsewhere: { $0.appendLong(number) })
        }
    }

    @inline(__always)
    private mutating func append(upToEightDigits number: UInt32) {
        let digits = ByteWord.digits(number)
        // The bytes in front of the first digit that isn't zero; the last digit stays in any case.
        let zeros = (digits | 1 << 56).trailingZeroBitCount & ~7
        append(ByteWord(bits: (digits | 0x3030_3030_3030_3030) >> UInt64(zeros)), count: ByteWord.size - zeros / 8)
    }

    @inline(never)
    private mutating func appendLong(_ number: UInt64) {
        append(decimal: number / 100_000_000)
        append(ByteWord(eightDigits: UInt32(number % 100_000_000)), count: ByteWord.size)
    }

    /// Appends a number in hexadecimal, filled with zeros on the left up to `width`.
    mutating func append(hexadecimal number: UInt32, width: Int, ten: UInt8) {
        for shift in stride(from: 28, through: 0, by: -4) where number >> shift > 0 || shift < 4 * width {
            let digit = UInt8(truncatingIfNeeded: number >> shift & 0xF)
            append(digit < 10 ? UInt8(ascii: "0") + digit : ten + (digit - 10))
        }
    }
}
