/// Writes the part of CBOR (RFC 8949) that our frames use: definite lengths and the shortest form of every number.
package enum CBORWriter {
    /// The major types of RFC 8949 §3.1, in the three high bits of an item's first byte.
    @frozen
    package enum MajorType: UInt8 {
        case unsigned = 0
        case negative = 1
        case bytes = 2
        case text = 3
        case array = 4
        case map = 5
        case tag = 6
        case simple = 7
    }

    /// `null`, simple value 22.
    package static let null: UInt8 = 0xF6

    /// The shortest of the five forms of a number: the low bits of an item's first byte, and how many bytes follow.
    @inlinable
    @inline(__always)
    package static func shortestForm(of number: UInt64) -> (low: UInt8, byteCount: Int) {
        switch number {
        case ..<24: (UInt8(truncatingIfNeeded: number), 0)
        case ...0xFF: (24, 1)
        case ...0xFFFF: (25, 2)
        case ...0xFFFF_FFFF: (26, 4)
        default: (27, 8)
        }
    }

    /// Appends an item's head: its type, and a number in the shortest of the five forms.
    static func head(_ type: MajorType, _ number: UInt64, to output: inout [UInt8]) {
        let (low, byteCount) = shortestForm(of: number)
        output.append(type.rawValue << 5 | low)
        for shift in stride(from: 8 * (byteCount - 1), through: 0, by: -8) {
            output.append(UInt8(truncatingIfNeeded: number >> UInt64(shift)))
        }
    }

    static func unsigned(_ number: UInt64, to output: inout [UInt8]) {
        head(.unsigned, number, to: &output)
    }

    static func integer(_ number: Int64, to output: inout [UInt8]) {
        guard number < 0 else { return head(.unsigned, UInt64(number), to: &output) }
        // RFC 8949 §3.1: major type 1 holds -1 - n, which is the complement and can't overflow.
        head(.negative, UInt64(bitPattern: ~number), to: &output)
    }

    static func text(_ text: some StringProtocol, to output: inout [UInt8]) {
        head(.text, UInt64(text.utf8.count), to: &output)
        output.append(contentsOf: text.utf8)
    }

    static func optionalText(_ text: String?, to output: inout [UInt8]) {
        guard let text else { return output.append(null) }
        self.text(text, to: &output)
    }

    static func optionalInteger(_ number: Int?, to output: inout [UInt8]) {
        guard let number else { return output.append(null) }
        integer(Int64(number), to: &output)
    }

    static func optionalUnsigned(_ number: UInt64?, to output: inout [UInt8]) {
        guard let number else { return output.append(null) }
        unsigned(number, to: &output)
    }

    static func map(_ metadata: LogMetadata, to output: inout [UInt8]) {
        head(.map, UInt64(metadata.count), to: &output)
        for (key, value) in metadata {
            text(key, to: &output)
            self.value(value, to: &output)
        }
    }

    static func value(_ value: LogMetadata.Value, to output: inout [UInt8]) {
        switch value {
        case .text(let text): self.text(text, to: &output)
        case .map(let map): self.map(map, to: &output)
        case .array(let values):
            head(.array, UInt64(values.count), to: &output)
            for value in values {
                self.value(value, to: &output)
            }
        }
    }
}
