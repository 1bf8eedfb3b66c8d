/// How text is made inert for everything that people or programs read line by line: no text can forge a record.
package enum TextEscaping {
    /// Controls become `\n`, `\r`, `\t` or `\u{1B}`; everything else stays as it is.
    case plain
    /// As `plain`, and `"` and `\` are escaped, for text between quotation marks.
    case quoted
    /// As RFC 8259 §7 wants it, with all controls as `\u001b`, so that a terminal that shows JSON is safe too.
    case json

    /// Appends a text, escaped.
    package func append(_ text: String, to output: inout [UInt8]) {
        let bytes = text.utf8Span.span
        output.reserveCapacity(output.count + bytes.count)
        var index = 0
        while index < bytes.count {
            if let control = ControlCharacter(at: index, in: bytes) {
                append(control, to: &output)
                index += control.length
            } else {
                append(bytes[index], to: &output)
                index += 1
            }
        }
    }

    /// Appends a text between quotation marks; only for styles that escape them.
    package func appendBetweenQuotes(_ text: String, to output: inout [UInt8]) {
        output.append(UInt8(ascii: "\""))
        append(text, to: &output)
        output.append(UInt8(ascii: "\""))
    }

    @inline(__always)
    private func append(_ byte: UInt8, to output: inout [UInt8]) {
        let endsQuotation = byte == UInt8(ascii: "\"") || byte == UInt8(ascii: "\\")
        if endsQuotation, self != .plain {
            output.append(UInt8(ascii: "\\"))
        }
        output.append(byte)
    }

    private func append(_ control: ControlCharacter, to output: inout [UInt8]) {
        switch control.scalar {
        case 0x0A: output.append("\\n")
        case 0x0D: output.append("\\r")
        case 0x09: output.append("\\t")
        default: appendNumber(of: control, to: &output)
        }
    }

    private func appendNumber(of control: ControlCharacter, to output: inout [UInt8]) {
        let digits = UInt64(control.scalar)
        if self == .json {
            output.append("\\u")
            output.append(hexadecimal: digits, width: 4)
        } else {
            output.append("\\u{")
            output.append(String(digits, radix: 16, uppercase: true))
            output.append("}")
        }
    }
}
