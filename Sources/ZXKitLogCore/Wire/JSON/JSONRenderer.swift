/// Renders records as JSON objects, the fields in the order of the protocol's table; the one place that knows how a
/// record's object looks.
///
/// Nothing is allocated for a record whose text is printable ASCII, except that the output may have to grow.
package struct JSONRenderer {
    private var timeText = TimeText(fraction: .nanoseconds)

    init() {}

    /// Appends a record's object, without a line end.
    ///
    /// - Parameters:
    ///   - record: The record.
    ///   - source: A last field `source`, which says where the item came from, or `nil` for none.
    ///   - output: Where the object goes.
    mutating func append(_ record: LogRecord, source: String? = nil, to output: inout [UInt8]) {
        appendBeginning(
            sequence: record.sequence, time: record.time, level: record.level, label: record.label.utf8Span.span,
            message: record.message.utf8Span.span, to: &output)
        JSONWriter.append(record.metadata, to: &output)
        Self.append(",\"file\":", record.file, to: &output)
        Self.append(",\"function\":", record.function, to: &output)
        Self.appendNumbers(
            line: record.line, thread: record.thread, originalSize: record.originalSize, to: &output)
        if let source {
            Self.append(",\"source\":", source, to: &output)
        }
        output.append(UInt8(ascii: "}"))
    }

    // MARK: Parts

    @inline(__always)
    private mutating func appendBeginning(
        sequence: UInt64, time: LogTime, level: LogLevel, label: Span<UInt8>, message: Span<UInt8>,
        to output: inout [UInt8]
    ) {
        let labelExtent = TextEscaping.json.extent(of: label)
        let messageExtent = TextEscaping.json.extent(of: message)
        output.append(addingCapacity: labelExtent.room + messageExtent.room + Self.beginningRoom) { line in
            line.append("{\"kind\":\"record\",\"seq\":")
            line.append(decimal: sequence)
            line.append(",\"time\":\"")
            timeText.append(time, utcOffset: { _ in 0 }, to: &line)
            line.append("\",\"level\":\"")
            line.append(level.name)
            line.append("\",\"label\":")
            TextEscaping.json.appendBetweenQuotes(label, labelExtent, to: &line)
            line.append(",\"message\":")
            TextEscaping.json.appendBetweenQuotes(message, messageExtent, to: &line)
            line.append(",\"metadata\":")
        }
    }

    /// What all but label and message take at most: the names and what is between them, and four quotation marks.
    private static var beginningRoom: Int {
        80 + OutputSpan<UInt8>.longestDecimal + TimeText.room + LevelName.width
    }

    private static func append(_ name: StaticString, _ text: String?, to output: inout [UInt8]) {
        guard let text else { return appendNull(name, to: &output) }
        append(name, text.utf8Span.span, to: &output)
    }

    @inline(__always)
    private static func append(_ name: StaticString, _ text: Span<UInt8>, to output: inout [UInt8]) {
        let extent = TextEscaping.json.extent(of: text)
        output.append(addingCapacity: name.utf8CodeUnitCount + extent.room + 2) { line in
            line.append(name)
            TextEscaping.json.appendBetweenQuotes(text, extent, to: &line)
        }
    }

    private static func appendNull(_ name: StaticString, to output: inout [UInt8]) {
        output.append(addingCapacity: name.utf8CodeUnitCount + 4) { line in
            line.append(name)
            line.append("null")
        }
    }

    @inline(__always)
    private static func appendNumbers(line: Int?, thread: Int?, originalSize: Int?, to output: inout [UInt8]) {
        output.append(addingCapacity: 25 + 3 * OutputSpan<UInt8>.longestDecimal) { span in
            append(",\"line\":", line, to: &span)
            append(",\"thread\":", thread, to: &span)
            append(",\"cut\":", originalSize, to: &span)
        }
    }

    @inline(__always)
    private static func append(_ name: StaticString, _ number: Int?, to line: inout OutputSpan<UInt8>) {
        line.append(name)
        guard let number else { return line.append("null") }
        line.append(decimal: number)
    }
}

extension JSONRenderer: FrameRenderer {
    package mutating func append(frame: Span<UInt8>, to output: inout [UInt8]) -> Bool {
        guard let fields = RecordFields(frame: frame) else { return appendDecoded(frame, to: &output) }
        appendBeginning(
            sequence: fields.sequence, time: fields.time, level: fields.level, label: frame.extracting(fields.label),
            message: frame.extracting(fields.message), to: &output)
        JSONWriter.append(fields.metadata, in: frame, to: &output)
        Self.append(",\"file\":", fields.file, in: frame, to: &output)
        Self.append(",\"function\":", fields.function, in: frame, to: &output)
        Self.appendNumbers(
            line: fields.line, thread: fields.thread, originalSize: fields.originalSize, to: &output)
        output.append(UInt8(ascii: "}"))
        output.append(UInt8(ascii: "\n"))
        return true
    }

    @inline(__always)
    private static func append(
        _ name: StaticString, _ text: Range<Int>?, in frame: Span<UInt8>, to output: inout [UInt8]
    ) {
        guard let text else { return appendNull(name, to: &output) }
        append(name, frame.extracting(text), to: &output)
    }

    package mutating func append(_ item: LogItem, to output: inout [UInt8]) {
        switch item {
        case .record(let record): append(record, to: &output)
        case .gap(let gap): JSONLine.append(.gap(gap), to: &output)
        }
        output.append(UInt8(ascii: "\n"))
    }
}
