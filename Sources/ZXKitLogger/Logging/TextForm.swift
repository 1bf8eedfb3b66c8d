/// What a `RecordText` is, beside its place: its length and some facts, in one word, so that it takes one register.
struct TextForm {
    private var bits: UInt32

    /// More than the longest message has.
    private static var lengthBits: UInt32 { 21 }
    private static var lengthMask: UInt32 { 1 << lengthBits - 1 }
    private static var depthMask: UInt32 { 0xFF << lengthBits }
    private static var cutBit: UInt32 { 1 << 30 }
    private static var privateBit: UInt32 { 1 << 31 }

    /// A text of a length up to `RecordBounds.message`.
    @inline(__always)
    init(length: Int) {
        bits = UInt32(truncatingIfNeeded: length)
    }

    /// In bytes, in a record's area or in a literal.
    @inline(__always)
    var length: Int { Int(bits & Self.lengthMask) }

    /// Where a text that begins at an offset ends; somewhere else, where no text can be, for one that is more than a text
    /// without any mark. So one comparison shows that bytes can be appended just like that.
    @inline(__always)
    func end(of start: UInt32) -> Int { Int(start) &+ Int(bits) }

    /// Makes it longer; the sum is at most `RecordBounds.message`.
    @inline(__always)
    mutating func lengthen(by count: Int) {
        bits &+= UInt32(truncatingIfNeeded: count)
    }

    /// How many lists and maps are around the innermost text, this one too; 0 for a text.
    var depth: Int { Int((bits & Self.depthMask) >> Self.lengthBits) }

    /// Makes it an encoded list or map.
    mutating func finishEncoding(length: Int, depth: Int) {
        bits &= ~(Self.lengthMask | Self.depthMask)
        bits |= UInt32(length) | UInt32(UInt8(clamping: depth)) << Self.lengthBits
    }

    /// Whether some bytes weren't kept; the record's producer knows how many.
    @inline(__always)
    var isCut: Bool { bits & Self.cutBit != 0 }

    mutating func markCut() {
        bits |= Self.cutBit
    }

    /// Whether it holds a private value as it is, for a system that shows them.
    @inline(__always)
    var revealsPrivate: Bool { bits & Self.privateBit != 0 }

    mutating func markPrivate() {
        bits |= Self.privateBit
    }

    /// Whether nothing was left out and anybody may see it.
    @inline(__always)
    var isPlain: Bool { bits & (Self.cutBit | Self.privateBit) == 0 }
}
