/// A character that could drive a terminal, end a line, or change the direction of the text around it.
///
/// These are the C0 controls with ESC, DEL, the C1 controls with NEL, the line and paragraph separators U+2028 and
/// U+2029, and the controls of the Unicode bidirectional algorithm (Unicode Standard Annex 9, §2: U+061C, U+200E,
/// U+200F, U+202A to U+202E, U+2066 to U+2069).
struct ControlCharacter {
    var scalar: UInt32
    /// Its UTF-8 bytes.
    var length: Int

    /// The control character that begins at an index of valid UTF-8, or `nil` where another character is.
    @inline(__always)
    init?(at index: Int, in bytes: Span<UInt8>) {
        let byte = bytes[index]
        switch byte {
        case ..<0x20, 0x7F: self.init(scalar: UInt32(byte), length: 1)
        case 0xC2, 0xD8, 0xE2: self.init(multibyteAt: index, in: bytes)
        default: return nil
        }
    }

    private init(scalar: UInt32, length: Int) {
        self.scalar = scalar
        self.length = length
    }

    private init?(multibyteAt index: Int, in bytes: Span<UInt8>) {
        let length = bytes[index] == 0xE2 ? 3 : 2
        guard index + length <= bytes.count else { return nil }
        var scalar = UInt32(bytes[index]) & (length == 2 ? 0x1F : 0x0F)
        for offset in 1..<length {
            scalar = scalar << 6 | UInt32(bytes[index + offset] & 0x3F)
        }
        guard Self.isControl(scalar) else { return nil }
        self.init(scalar: scalar, length: length)
    }

    private static func isControl(_ scalar: UInt32) -> Bool {
        switch scalar {
        case 0x80...0x9F, 0x061C, 0x200E...0x200F, 0x2028...0x202E, 0x2066...0x2069: true
        default: false
        }
    }
}
