/// Finds values in a frame's bytes without copying or allocating anything: only the forms that `FrameWriter` writes,
/// and `nil` for all else, of which `FrameReader` then says what it is.
///
/// It never reads beyond the bytes it is given, whatever they are.
struct FrameScanner {
    /// Where the next value begins.
    private(set) var position: Int

    init(at position: Int) {
        self.position = position
    }

    /// A head of this type: its number.
    @inline(__always)
    mutating func head(_ type: CBORWriter.MajorType, in bytes: Span<UInt8>) -> UInt64? {
        guard position < bytes.count, bytes[position] >> 5 == type.rawValue else { return nil }
        let form = bytes[position] & 0x1F
        if form < 24 {
            position += 1
            return UInt64(form)
        }
        return longNumber(form: form, in: bytes)
    }

    /// The number in the bytes behind a head's first. Written out, as the compiler makes one load of such a sum.
    @inline(__always)
    private mutating func longNumber(form: UInt8, in bytes: Span<UInt8>) -> UInt64? {
        let start = position + 1
        guard form <= 27, bytes.count - start >= 1 << Int(form - 24) else { return nil }
        position = start + (1 << Int(form - 24))
        return switch form {
        case 24: UInt64(bytes[start])
        case 25: UInt64(bytes[start]) << 8 | UInt64(bytes[start + 1])
        case 26: Self.word(at: start, in: bytes)
        default: Self.word(at: start, in: bytes) << 32 | Self.word(at: start + 4, in: bytes)
        }
    }

    @inline(__always)
    private static func word(at index: Int, in bytes: Span<UInt8>) -> UInt64 {
        let high = UInt64(bytes[index]) << 24 | UInt64(bytes[index + 1]) << 16
        return high | UInt64(bytes[index + 2]) << 8 | UInt64(bytes[index + 3])
    }

    /// A number from 0.
    @inline(__always)
    mutating func unsigned(in bytes: Span<UInt8>) -> UInt64? {
        head(.unsigned, in: bytes)
    }

    /// A number that fits into an `Int64`.
    @inline(__always)
    mutating func signed(in bytes: Span<UInt8>) -> Int64? {
        let isNegative = position < bytes.count && bytes[position] >> 5 == CBORWriter.MajorType.negative.rawValue
        guard let number = head(isNegative ? .negative : .unsigned, in: bytes), number <= UInt64(Int64.max) else {
            return nil
        }
        return isNegative ? ~Int64(number) : Int64(number)
    }

    /// Where a text's bytes are.
    @inline(__always)
    mutating func text(in bytes: Span<UInt8>) -> Range<Int>? {
        guard let length = head(.text, in: bytes), length <= UInt64(bytes.count - position) else { return nil }
        let start = position
        position += Int(length)
        return start..<position
    }

    /// Takes a `null` if one is next, and says whether it was.
    @inline(__always)
    mutating func null(in bytes: Span<UInt8>) -> Bool {
        guard position < bytes.count, bytes[position] == CBORWriter.null else { return false }
        position += 1
        return true
    }

    func isAtEnd(of bytes: Span<UInt8>) -> Bool { position == bytes.count }
}
