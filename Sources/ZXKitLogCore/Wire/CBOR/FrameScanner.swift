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
        guard let first = next(in: bytes) else { return nil }
        // The type lies above the form, so that a head of another type has a form that there isn't.
        return number(form: first ^ type.rawValue << 5, in: bytes)
    }

    /// The first byte of the next value, or `nil` at the end.
    @inline(__always)
    private func next(in bytes: Span<UInt8>) -> UInt8? {
        guard position < bytes.count else { return nil }
        // A position begins at 0 or above and only rises.
        return unsafe bytes[unchecked: position]
    }

    /// A number from 0 to 23.
    @inline(__always)
    mutating func smallNumber(in bytes: Span<UInt8>) -> UInt8? {
        guard let first = next(in: bytes), first < 24 else { return nil }
        position &+= 1
        return first
    }

    /// The number of a head whose first byte, without its type, is `form`.
    @inline(__always)
    private mutating func number(form: UInt8, in bytes: Span<UInt8>) -> UInt64? {
        guard form >= 24 else {
            position &+= 1
            return UInt64(form)
        }
        return longNumber(form: form, in: bytes)
    }

    /// The number in the one, two, four or eight bytes behind a head's first.
    @inline(__always)
    private mutating func longNumber(form: UInt8, in bytes: Span<UInt8>) -> UInt64? {
        guard form <= 27 else { return nil }
        let size = 1 &<< Int(form &- 24)
        let end = position &+ 1 &+ size
        // Before the first number of a frame are its length and two heads, so that eight bytes end with any.
        guard end <= bytes.count, end >= MemoryLayout<UInt64>.size else { return nil }
        position = end
        return BigEndian.number(before: end, size: size, in: bytes)
    }

    /// A number from 0.
    @inline(__always)
    mutating func unsigned(in bytes: Span<UInt8>) -> UInt64? {
        head(.unsigned, in: bytes)
    }

    /// A number that fits into an `Int64`.
    @inline(__always)
    mutating func signed(in bytes: Span<UInt8>) -> Int64? {
        guard let first = next(in: bytes) else { return nil }
        // One bit tells the two types of numbers apart, and any other type is left as a form that there isn't.
        let negative = CBORWriter.MajorType.negative.rawValue << 5
        guard let number = number(form: first & ~negative, in: bytes), number <= UInt64(Int64.max) else { return nil }
        return first & negative == 0 ? Int64(bitPattern: number) : ~Int64(bitPattern: number)
    }

    /// A number from 0 that takes eight bytes, as a time in nanoseconds does.
    @inline(__always)
    mutating func eightByteNumber(in bytes: Span<UInt8>) -> Int64? {
        let end = position &+ 1 &+ MemoryLayout<Int64>.size
        let head = CBORWriter.MajorType.unsigned.rawValue << 5 | 27
        guard end <= bytes.count, next(in: bytes) == head else { return nil }
        position = end
        let number = Int64(bitPattern: BigEndian.number(before: end, size: MemoryLayout<Int64>.size, in: bytes))
        return number < 0 ? nil : number
    }

    /// Where a text's bytes are.
    @inline(__always)
    mutating func text(in bytes: Span<UInt8>) -> Range<Int>? {
        guard let first = next(in: bytes) else { return nil }
        guard Self.textForm(first) > 24 else { return shortText(in: bytes) }
        guard let length = head(.text, in: bytes) else { return nil }
        return text(length: length, in: bytes)
    }

    /// Where a text's bytes are, if they are less than 256: then only the forms of most texts have to be told apart.
    @inline(__always)
    mutating func shortText(in bytes: Span<UInt8>) -> Range<Int>? {
        guard let first = next(in: bytes) else { return nil }
        let form = Self.textForm(first)
        if form < 24 {
            position &+= 1
            return text(length: UInt64(form), in: bytes)
        }
        let start = position &+ 2
        guard form == 24, start <= bytes.count else { return nil }
        position = start
        // The byte before the text, which is there by the check.
        return text(length: UInt64(unsafe bytes[unchecked: start &- 1]), in: bytes)
    }

    /// The form of a text's head; of any other head, one that there isn't.
    @inline(__always)
    private static func textForm(_ first: UInt8) -> UInt8 { first ^ CBORWriter.MajorType.text.rawValue << 5 }

    @inline(__always)
    private mutating func text(length: UInt64, in bytes: Span<UInt8>) -> Range<Int>? {
        // A position is never behind the end.
        guard length <= UInt64(bitPattern: Int64(bytes.count &- position)) else { return nil }
        let start = position
        position &+= Int(truncatingIfNeeded: length)
        return unsafe Range(uncheckedBounds: (start, position))
    }

    /// Takes a byte if it is next, and says whether it was.
    @inline(__always)
    mutating func take(_ byte: UInt8, in bytes: Span<UInt8>) -> Bool {
        guard next(in: bytes) == byte else { return false }
        position &+= 1
        return true
    }

    /// Takes a `null` if one is next, and says whether it was.
    @inline(__always)
    mutating func null(in bytes: Span<UInt8>) -> Bool {
        take(CBORWriter.null, in: bytes)
    }

    @inline(__always)
    func isAtEnd(of bytes: Span<UInt8>) -> Bool { position == bytes.count }
}
