/// Writes the part of CBOR (RFC 8949) that our frames use: definite lengths and the shortest form of every number.
package enum CBORWriter {
    /// The major types of RFC 8949 §3.1, in the three high bits of an item's first byte.
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
    static let null: UInt8 = 0xF6

    /// Appends an item's head: its type, and a number in the shortest of the five forms.
    static func head(_ type: MajorType, _ number: UInt64, to output: inout [UInt8]) {
        let high = type.rawValue << 5
        switch number {
        case ..<24:
            output.append(high | UInt8(number))
        case ...0xFF:
            output.append(high | 24)
            output.append(UInt8(number))
        case ...0xFFFF:
            output.append(high | 25)
            output.append(bigEndian: UInt16(number))
        case ...0xFFFF_FFFF:
            output.append(high | 26)
            output.append(bigEndian: UInt32(number))
        default:
            output.append(high | 27)
            output.append(bigEndian: number)
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

    private static func value(_ value: LogMetadata.Value, to output: inout [UInt8]) {
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

extension [UInt8] {
    /// Appends a number's bytes, the highest first.
    fileprivate mutating func append<Number: FixedWidthInteger & UnsignedInteger>(bigEndian number: Number) {
        for shift in stride(from: Number.bitWidth - 8, through: 0, by: -8) {
            append(UInt8(truncatingIfNeeded: number >> Number(shift)))
        }
    }
}
