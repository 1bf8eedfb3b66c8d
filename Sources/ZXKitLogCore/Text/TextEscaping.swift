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
        output.append(room: Self.room(for: bytes.count)) { append(bytes, to: &$0) }
    }

    /// Appends the text of some bytes between quotation marks.
    func appendBetweenQuotes(_ bytes: Span<UInt8>, to output: inout [UInt8]) {
        output.append(room: Self.room(for: bytes.count) + 2) { appendBetweenQuotes(bytes, to: &$0) }
    }

    // MARK: Bytes with room made before

    /// The most bytes that a text of so many takes once it is escaped: one byte becomes six at most, as `\u{1B}`, and
    /// three where it is no UTF-8.
    static func room(for count: Int) -> Int { 6 * count }

    /// Appends the text of some bytes between quotation marks.
    @inline(__always)
    func appendBetweenQuotes(_ bytes: Span<UInt8>, to line: inout LineWriter) {
        line.append(UInt8(ascii: "\""))
        append(bytes, to: &line)
        line.append(UInt8(ascii: "\""))
    }

    /// Appends the text of some bytes.
    @inline(__always)
    func append(_ bytes: Span<UInt8>, to line: inout LineWriter) {
        // Most text needs no escape.
        guard !line.append(bytes, ifAll: inert) else { return }
        line.append(elsewhere: { appendEscaped(bytes, to: &$0) })
    }

    /// The bytes that stay as they are, whatever is around them.
    private var inert: ByteClass {
        @inline(__always) get { self == .plain ? .printable : .printableWithoutQuotes }
    }

    @inline(never)
    private func appendEscaped(_ bytes: Span<UInt8>, to line: inout LineWriter) {
        do throws(UTF8.ValidationError) {
            _ = try UTF8Span(validating: bytes)
            appendValid(bytes, to: &line)
        } catch {
            appendValid(String(repairing: bytes).utf8Span.span, to: &line)
        }
    }

    @inline(__always)
    private static func endsQuotation(_ byte: UInt8) -> Bool {
        byte == UInt8(ascii: "\"") || byte == UInt8(ascii: "\\")
    }

    /// Copies the runs between what is escaped.
    private func appendValid(_ bytes: Span<UInt8>, to line: inout LineWriter) {
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

    private func append(_ control: ControlCharacter, to line: inout LineWriter) {
        switch control.scalar {
        case 0x0A: line.append("\\n")
        case 0x0D: line.append("\\r")
        case 0x09: line.append("\\t")
        default: appendNumber(of: control, to: &line)
        }
    }

    private func appendNumber(of control: ControlCharacter, to line: inout LineWriter) {
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
