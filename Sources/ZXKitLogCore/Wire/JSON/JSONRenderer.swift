/// Renders records as JSON objects, the fields in the order of the protocol's table; the one place that knows how a
/// record's object looks.
///
/// Nothing is allocated for a record whose text is printable ASCII, except for the first ones of a call site, and that the
/// output may have to grow.
package struct JSONRenderer {
    private var timeText = TimeText(fraction: .nanoseconds)
    private var callSites = CallSiteTexts()

    init() {}

    /// Appends a record's object, without a line end.
    ///
    /// - Parameters:
    ///   - record: The record.
    ///   - source: A last field `source`, which says where the item came from, or `nil` for none.
    ///   - output: Where the object goes.
    mutating func append(_ record: LogRecord, source: String? = nil, to output: inout [UInt8]) {
        let (label, message) = (record.label.utf8Span.span, record.message.utf8Span.span)
        output.append(room: Self.beginningRoom + TextEscaping.room(for: label.count + message.count)) { line in
            appendBeginning(
                sequence: record.sequence, time: record.time, level: record.level, label: label, message: message,
                to: &line)
        }
        JSONWriter.append(record.metadata, to: &output)
        Self.append(",\"file\":", record.file, to: &output)
        Self.append(",\"function\":", record.function, to: &output)
        output.append(room: Self.numbersRoom) { line in
            Self.appendNumbers(
                line: record.line, thread: record.thread, originalSize: record.originalSize, to: &line)
        }
        if let source {
            Self.append(",\"source\":", source, to: &output)
        }
        output.append(UInt8(ascii: "}"))
    }

    // MARK: Parts

    /// Appends everything up to the time's end.
    @inline(__always)
    private mutating func append(_ sequence: UInt64, _ time: LogTime, to line: inout LineWriter) {
        line.append("{\"kind\":\"record\",\"seq\":")
        line.append(decimal: sequence)
        line.append(",\"time\":\"")
        timeText.append(time, utcOffsetSeconds: 0, to: &line)
    }

    @inline(__always)
    private mutating func appendBeginning(
        sequence: UInt64, time: LogTime, level: LogLevel, label: Span<UInt8>, message: Span<UInt8>,
        to line: inout LineWriter
    ) {
        append(sequence, time, to: &line)
        JSONCallSite.appendBeginning(level, label, to: &line)
        TextEscaping.json.appendBetweenQuotes(message, to: &line)
        line.append(",\"metadata\":")
    }

    /// What all but label and message take at most: the names and what is between them, and four quotation marks.
    private static var beginningRoom: Int {
        80 + LineWriter.longestDecimal + TimeText.room + LevelName.width
    }

    private static func append(_ name: StaticString, _ text: String?, to output: inout [UInt8]) {
        output.append(room: textRoom + TextEscaping.room(for: text?.utf8.count ?? 0)) { line in
            line.append(name)
            guard let text else { return line.append("null") }
            TextEscaping.json.appendBetweenQuotes(text.utf8Span.span, to: &line)
        }
    }

    /// What a field takes at most besides its text: the longest name, and a `null` or two quotation marks.
    private static var textRoom: Int { 12 + 4 }

    @inline(__always)
    private static func appendNumbers(line: Int?, thread: Int?, originalSize: Int?, to output: inout LineWriter) {
        append(",\"line\":", line, to: &output)
        append(",\"thread\":", thread, to: &output)
        append(",\"cut\":", originalSize, to: &output)
    }

    /// What the numbers take at most with their names.
    private static var numbersRoom: Int { 25 + 3 * LineWriter.longestDecimal }

    @inline(__always)
    private static func append(_ name: StaticString, _ number: Int?, to line: inout LineWriter) {
        line.append(name)
        guard let number else { return line.append("null") }
        line.append(decimal: number)
    }
}

extension JSONRenderer: FrameRenderer {
    @inline(__always)
    package mutating func append(frame: Span<UInt8>, to output: inout LineBuffer) -> Bool {
        guard let record = RecordOutline(frame: frame),
            let place = callSites.place(for: record.levelAndLabel, record.sourceStart, in: frame)
        else { return appendInFull(frame, to: &output) }
        output.append(room: Self.room(for: frame)) { line in
            append(record.sequence, record.time, to: &line)
            callSites.appendBeginning(at: place, to: &line)
            TextEscaping.json.appendBetweenQuotes(unsafe frame.extracting(unchecked: record.message), to: &line)
            line.append(",\"metadata\":")
            JSONWriter.append(record.metadata, in: frame, to: &line)
            callSites.appendEnd(at: place, to: &line)
            let end = callSites.endOfSource(at: place, from: record.sourceStart)
            // A number that fits no `Int` isn't read at all.
            JSONCallSite.append(RecordOutline.thread(in: frame, behindSource: end).map { Int($0) }, to: &line)
            line.append(",\"cut\":null}\n")
        }
        return true
    }

    /// Appends a record whose call site's text isn't there, and keeps that for those that follow; and all that have no
    /// outline, or more behind the source than that passes over.
    @inline(never)
    private mutating func appendInFull(_ frame: Span<UInt8>, to output: inout LineBuffer) -> Bool {
        guard let fields = RecordFields(frame: frame) else { return appendDecoded(frame, to: &output) }
        callSites.keep(for: fields, in: frame, as: JSONCallSite())
        output.append(room: Self.room(for: frame)) { append(fields, in: frame, to: &$0) }
        return true
    }

    @inline(__always)
    private static func room(for frame: Span<UInt8>) -> Int { frameRoom + TextEscaping.room(for: frame.count) }

    /// What all but the texts takes at most: `null` for no metadata, and the end. Each text is in the frame once. What
    /// surrounds keys and values has room in that for their heads, as a pair's six bytes are fewer than six for each of
    /// two heads.
    private static var frameRoom: Int { beginningRoom + 4 + 2 * textRoom + numbersRoom + 2 }

    @inline(__always)
    private mutating func append(_ fields: RecordFields, in frame: Span<UInt8>, to line: inout LineWriter) {
        appendBeginning(
            sequence: fields.sequence, time: fields.time, level: fields.level, label: frame.extracting(fields.label),
            message: frame.extracting(fields.message), to: &line)
        JSONWriter.append(fields.metadata, in: frame, to: &line)
        JSONCallSite().appendEnd(of: fields, in: frame, to: &line)
        JSONCallSite.append(fields.thread, to: &line)
        line.append(",\"cut\":")
        JSONCallSite.append(fields.originalSize, to: &line)
        line.append("}\n")
    }

    package mutating func append(_ item: LogItem, to output: inout [UInt8]) {
        switch item {
        case .record(let record): append(record, to: &output)
        case .gap(let gap): JSONLine.append(.gap(gap), to: &output)
        }
        output.append(UInt8(ascii: "\n"))
    }
}
