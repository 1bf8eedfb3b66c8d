/// What a record's JSON object says of the place that logged it.
struct JSONCallSite: CallSiteRendering {
    static var beginningRoom: Int { 40 + LevelName.width }
    /// The names of three fields and of the thread's, quotation marks, and the line's number.
    static var endRoom: Int { 60 + LineWriter.longestDecimal }

    func appendBeginning(of fields: RecordFields, in frame: Span<UInt8>, to line: inout LineWriter) {
        Self.appendBeginning(fields.level, frame.extracting(fields.label), to: &line)
    }

    @inline(__always)
    static func appendBeginning(_ level: LogLevel, _ label: Span<UInt8>, to line: inout LineWriter) {
        line.append("\",\"level\":\"")
        line.append(level.name)
        line.append("\",\"label\":")
        TextEscaping.json.appendBetweenQuotes(label, to: &line)
        line.append(",\"message\":")
    }

    func appendEnd(of fields: RecordFields, in frame: Span<UInt8>, to line: inout LineWriter) {
        Self.append(",\"file\":", fields.file, in: frame, to: &line)
        Self.append(",\"function\":", fields.function, in: frame, to: &line)
        line.append(",\"line\":")
        Self.append(fields.line, to: &line)
        line.append(",\"thread\":")
    }

    private static func append(
        _ name: StaticString, _ text: Range<Int>?, in frame: Span<UInt8>, to line: inout LineWriter
    ) {
        line.append(name)
        guard let text else { return line.append("null") }
        TextEscaping.json.appendBetweenQuotes(frame.extracting(text), to: &line)
    }

    /// Appends a number, or `null` for none.
    @inline(__always)
    static func append(_ number: Int?, to line: inout LineWriter) {
        guard let number else { return line.append("null") }
        line.append(decimal: number)
    }
}
