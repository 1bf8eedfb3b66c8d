/// Which bytes a text must have, and no others, to be copied as it is.
///
/// It looks at 16 bytes at once, as numbers beside each other in two words: lanes of bytes would be compared one after
/// the other. A carry or a borrow only comes out of a byte that is of no class itself, so it can neither make others
/// suspicious where all are inert, nor hide that one isn't: the first of those has no such neighbour below it.
enum ByteClass {
    /// Printable ASCII: from a space to a tilde.
    case printable
    /// Printable ASCII but `"` and `\`.
    case printableWithoutQuotes
    /// Printable ASCII but spaces and what separates keys and values from one another.
    case word

    /// 16 bytes.
    typealias Block = SIMD2<UInt64>

    /// A block in which a byte's highest bit is set if one of these bytes is of another class; the other bits mean
    /// nothing. Several such blocks can be put together with `|`.
    @inline(__always)
    func suspects(in bytes: Block) -> Block {
        switch self {
        case .printable: Self.unprintable(bytes)
        case .printableWithoutQuotes: Self.unprintable(bytes) | Self.quotes(bytes)
        case .word: Self.unprintable(bytes) | Self.quotes(bytes) | Self.delimiters(bytes)
        }
    }

    /// Whether such a block has a suspect.
    @inline(__always)
    static func hasSuspect(_ suspects: Block) -> Bool {
        (suspects[0] | suspects[1]) & 0x8080_8080_8080_8080 != 0
    }

    @inline(__always)
    private static func unprintable(_ bytes: Block) -> Block {
        // Below a space there is a borrow, above a tilde one more is 0x80, and no other byte is ASCII.
        (bytes &- every(UInt8(ascii: " "))) | (bytes &+ every(0x01)) | bytes
    }

    @inline(__always)
    private static func quotes(_ bytes: Block) -> Block {
        equal(bytes, UInt8(ascii: "\"")) | equal(bytes, UInt8(ascii: "\\"))
    }

    @inline(__always)
    private static func delimiters(_ bytes: Block) -> Block {
        // In ASCII, curly brackets are square ones with one bit more, and only those become curly ones with it.
        let curly = bytes | every(0x20)
        let brackets = equal(curly, UInt8(ascii: "{")) | equal(curly, UInt8(ascii: "}"))
        let separators = equal(bytes, UInt8(ascii: "=")) | equal(bytes, UInt8(ascii: ","))
        return equal(bytes, UInt8(ascii: " ")) | separators | brackets
    }

    /// Sets the highest bit of each byte of ASCII that is this one: the difference is zero, and less one is negative.
    @inline(__always)
    private static func equal(_ bytes: Block, _ byte: UInt8) -> Block {
        (bytes ^ every(byte)) &- every(0x01)
    }

    /// A block with the same byte everywhere.
    @inline(__always)
    private static func every(_ byte: UInt8) -> Block {
        Block(repeating: UInt64(byte) &* 0x0101_0101_0101_0101)
    }
}
