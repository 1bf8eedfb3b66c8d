/// Renders records and gaps as lines of text, as `TextFormat` says; the one place that knows how such a line looks.
///
/// Nothing is allocated for a record whose text is printable ASCII, except that the output may have to grow.
package struct TextRenderer {
    private let zone: TextFormat.Zone
    private let coloring: TextColoring
    private var timeText = TimeText(fraction: .microseconds)

    init(zone: TextFormat.Zone, coloring: TextColoring) {
        self.zone = zone
        self.coloring = coloring
    }

    // MARK: Before the metadata

    @inline(__always)
    private mutating func appendBeginning(
        time: LogTime, level: LogLevel, label: Span<UInt8>, message: Span<UInt8>, originalSize: Int?,
        to line: inout LineWriter
    ) {
        append(time, to: &line)
        line.append(UInt8(ascii: " "))
        append(level, to: &line)
        line.append(UInt8(ascii: " "))
        TextEscaping.plain.append(label, to: &line)
        line.append(": ")
        TextEscaping.plain.append(message, to: &line)
        if let originalSize {
            Self.appendCut(from: originalSize, to: &line)
        }
    }

    /// What all but label and message take at most: four single bytes, and what surrounds a cut message's size.
    private static var beginningRoom: Int {
        TimeText.room + LevelName.width + 2 * TextColoring.room + 4 + 18 + LineWriter.longestDecimal
    }

    @inline(__always)
    private mutating func append(_ time: LogTime, to line: inout LineWriter) {
        coloring.begin(.faint, in: &line)
        timeText.append(time, utcOffsetSeconds: zone.utcOffsetSeconds(at: time.secondsSince1970), to: &line)
        coloring.end(in: &line)
    }

    /// Levels are padded to the longest name, so that labels stand below one another.
    @inline(__always)
    private func append(_ level: LogLevel, to line: inout LineWriter) {
        let name = LevelName(level)
        coloring.begin(TextColoring.Style(level), in: &line)
        name.append(to: &line)
        coloring.end(in: &line)
        name.appendPadding(to: &line)
    }

    private static func appendCut(from size: Int, to line: inout LineWriter) {
        line.append(" [cut from ")
        line.append(decimal: size)
        line.append(" bytes]")
    }

    // MARK: After the metadata

    @inline(__always)
    private func appendSource(file: Span<UInt8>, line number: Int?, to line: inout LineWriter) {
        coloring.begin(.faint, in: &line)
        line.append(" (")
        TextEscaping.plain.append(file, to: &line)
        if let number {
            line.append(UInt8(ascii: ":"))
            line.append(decimal: number)
        }
        line.append(UInt8(ascii: ")"))
        coloring.end(in: &line)
    }

    /// What all but the file takes at most, with the line's end: five single bytes and the line's number.
    private static var endRoom: Int { TextColoring.room + 5 + LineWriter.longestDecimal }
}

extension TextRenderer: FrameRenderer {
    @inline(__always)
    package mutating func append(frame: Span<UInt8>, to output: inout LineBuffer) -> Bool {
        guard let fields = RecordFields(frame: frame) else { return appendDecoded(frame, to: &output) }
        // Each text is in the frame once. What surrounds keys and values has room in that for their heads, as a pair's
        // six bytes are fewer than six for each of two heads.
        let room = Self.beginningRoom + TextEscaping.room(for: frame.count) + Self.endRoom
        output.append(room: room) { append(fields, in: frame, to: &$0) }
        return true
    }

    @inline(__always)
    private mutating func append(_ fields: RecordFields, in frame: Span<UInt8>, to line: inout LineWriter) {
        appendBeginning(
            time: fields.time, level: fields.level, label: frame.extracting(fields.label),
            message: frame.extracting(fields.message), originalSize: fields.originalSize, to: &line)
        if fields.metadata.count > 0 {
            MetadataText.appendPairs(fields.metadata, in: frame, to: &line)
        }
        if let file = fields.file {
            appendSource(file: frame.extracting(file), line: fields.line, to: &line)
        }
        line.append(UInt8(ascii: "\n"))
    }

    package mutating func append(_ item: LogItem, to output: inout [UInt8]) {
        switch item {
        case .record(let record): append(record, to: &output)
        case .gap(let gap): TextFormat.appendNotice(gap.summary, to: &output)
        }
    }

    private mutating func append(_ record: LogRecord, to output: inout [UInt8]) {
        let (label, message) = (record.label.utf8Span.span, record.message.utf8Span.span)
        output.append(room: Self.beginningRoom + TextEscaping.room(for: label.count + message.count)) { line in
            appendBeginning(
                time: record.time, level: record.level, label: label, message: message,
                originalSize: record.originalSize, to: &line)
        }
        MetadataText.appendPairs(record.metadata, to: &output)
        let fileSize = record.file?.utf8.count ?? 0
        output.append(room: Self.endRoom + TextEscaping.room(for: fileSize)) { line in
            if let file = record.file {
                appendSource(file: file.utf8Span.span, line: record.line, to: &line)
            }
            line.append(UInt8(ascii: "\n"))
        }
    }
}

extension TextFormat.Zone {
    /// The offset in seconds east of UTC at a second since 1970.
    fileprivate func utcOffsetSeconds(at second: Int64) -> Int {
        switch self {
        case .utc: 0
        case .offset(let offset): offset(second)
        }
    }
}
