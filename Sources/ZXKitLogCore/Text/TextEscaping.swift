/// How text is made inert for everything that people or programs read line by line: no text can forge a record.
package enum TextEscaping {
    /// Controls become `\n`, `\r`, `\t` or `\u{1B}`; everything else stays as it is.
    case plain
    /// As `plain`, and `"` and `\` are escaped, for text between quotation marks.
    case quoted
    /// As RFC 8259 §7 wants it, with all controls as `\u001b`, so that a terminal that shows JSON is safe too.
    case json

    // MARK: Text

    /// Appends a text, escaped.
    package func append(_ text: String, to output: inout [UInt8]) {
        append(text.utf8Span.span, to: &output)
    }

    /// Appends a text between quotation marks; only for styles that escape them.
    package func appendBetweenQuotes(_ text: String, to output: inout [UInt8]) {
        appendBetweenQuotes(text.utf8Span.span, to: &output)
    }

    // MARK: Bytes

    /// Appends the text of some bytes, escaped. What is no valid UTF-8 is replaced with U+FFFD, as everywhere else where
    /// bytes become text.
    func append(_ bytes: Span<UInt8>, to output: inout [UInt8]) {
        let extent = extent(of: bytes)
        output.append(addingCapacity: extent.room) { append(bytes, extent, to: &$0) }
    }

    /// Appends the text of some bytes between quotation marks.
    func appendBetweenQuotes(_ bytes: Span<UInt8>, to output: inout [UInt8]) {
        let extent = extent(of: bytes)
        output.append(addingCapacity: extent.room + 2) { appendBetweenQuotes(bytes, extent, to: &$0) }
    }

    // MARK: Bytes with room made before

    /// What has to be known of a text before it is written.
    struct Extent {
        /// Whether it is printable ASCII that needs no escape, as most text is.
        fileprivate let isInert: Bool
        /// How many bytes it takes at most once it is escaped.
        let room: Int
    }

    /// How many bytes one byte becomes at most: six as `\u{1B}`, and three where it is no UTF-8.
    private static let longestGrowth = 6

    @inline(__always)
    func extent(of bytes: Span<UInt8>) -> Extent {
        let isInert = self == .plain ? Self.isPrintable(bytes) : Self.isPrintableWithoutQuotes(bytes)
        return Extent(isInert: isInert, room: isInert ? bytes.count : bytes.count * Self.longestGrowth)
    }

    /// Appends the text of some bytes, whose extent this is, between quotation marks.
    @inline(__always)
    func appendBetweenQuotes(_ bytes: Span<UInt8>, _ extent: Extent, to line: inout OutputSpan<UInt8>) {
        line.append(UInt8(ascii: "\""))
        append(bytes, extent, to: &line)
        line.append(UInt8(ascii: "\""))
    }

    /// Appends the text of some bytes, whose extent this is.
    @inline(__always)
    func append(_ bytes: Span<UInt8>, _ extent: Extent, to line: inout OutputSpan<UInt8>) {
        if extent.isInert {
            line.append(copying: bytes)
        } else {
            appendEscaped(bytes, to: &line)
        }
    }

    private func appendEscaped(_ bytes: Span<UInt8>, to line: inout OutputSpan<UInt8>) {
        do throws(UTF8.ValidationError) {
            _ = try UTF8Span(validating: bytes)
            appendValid(bytes, to: &line)
        } catch {
            appendValid(String(repairing: bytes).utf8Span.span, to: &line)
        }
    }

    // These two have no early exit and no branch in their loops, so that the compiler can look at 16 bytes at a time.

    private static func isPrintable(_ bytes: Span<UInt8>) -> Bool {
        var suspects: UInt8 = 0
        for index in bytes.indices {
            suspects |= isPrintable(bytes[index]) ? 0 : 1
        }
        return suspects == 0
    }

    private static func isPrintableWithoutQuotes(_ bytes: Span<UInt8>) -> Bool {
        var suspects: UInt8 = 0
        for index in bytes.indices {
            let byte = bytes[index]
            suspects |= isPrintable(byte) ? 0 : 1
            suspects |= byte == UInt8(ascii: "\"") ? 1 : 0
            suspects |= byte == UInt8(ascii: "\\") ? 1 : 0
        }
        return suspects == 0
    }

    @inline(__always)
    private static func isPrintable(_ byte: UInt8) -> Bool {
        // From a space (0x20) to a tilde (0x7E), as one comparison.
        byte &- 0x20 <= 0x5E
    }

    @inline(__always)
    private static func endsQuotation(_ byte: UInt8) -> Bool {
        byte == UInt8(ascii: "\"") || byte == UInt8(ascii: "\\")
    }

    /// Copies the runs between what is escaped.
    private func appendValid(_ bytes: Span<UInt8>, to line: inout OutputSpan<UInt8>) {
        var run = 0
        var index = 0
        while index < bytes.count {
            if let control = ControlCharacter(at: index, in: bytes) {
                line.append(copying: bytes.extracting(run..<index))
                append(control, to: &line)
                index += control.length
                run = index
            } else {
                if self != .plain, Self.endsQuotation(bytes[index]) {
                    line.append(copying: bytes.extracting(run..<index))
                    line.append(UInt8(ascii: "\\"))
                    run = index
                }
                index += 1
            }
        }
        line.append(copying: bytes.extracting(run..<index))
    }

    private func append(_ control: ControlCharacter, to line: inout OutputSpan<UInt8>) {
        switch control.scalar {
        case 0x0A: line.append("\\n")
        case 0x0D: line.append("\\r")
        case 0x09: line.append("\\t")
        default: appendNumber(of: control, to: &line)
        }
    }

    private func appendNumber(of control: ControlCharacter, to line: inout OutputSpan<UInt8>) {
        if self == .json {
            line.append("\\u")
            line.append(hexadecimal: control.scalar, width: 4, ten: UInt8(ascii: "a"))
        } else {
            line.append("\\u{")
            line.append(hexadecimal: control.scalar, width: 1, ten: UInt8(ascii: "A"))
            line.append(UInt8(ascii: "}"))
        }
    }
}
