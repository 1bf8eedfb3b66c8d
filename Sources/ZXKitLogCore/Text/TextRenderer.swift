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
        to output: inout [UInt8]
    ) {
        let labelExtent = TextEscaping.plain.extent(of: label)
        let messageExtent = TextEscaping.plain.extent(of: message)
        output.append(addingCapacity: labelExtent.room + messageExtent.room + Self.beginningRoom) { line in
            append(time, to: &line)
            line.append(UInt8(ascii: " "))
            append(level, to: &line)
            line.append(UInt8(ascii: " "))
            TextEscaping.plain.append(label, labelExtent, to: &line)
            line.append(": ")
            TextEscaping.plain.append(message, messageExtent, to: &line)
            if let originalSize {
                Self.appendCut(from: originalSize, to: &line)
            }
        }
    }

    /// What all but label and message take at most: four single bytes, and what surrounds a cut message's size.
    private static var beginningRoom: Int {
        TimeText.room + LevelName.width + 2 * TextColoring.room + 4 + 18 + OutputSpan<UInt8>.longestDecimal
    }

    private mutating func append(_ time: LogTime, to line: inout OutputSpan<UInt8>) {
        coloring.begin(.faint, in: &line)
        timeText.append(time, utcOffset: { [zone] in zone.utcOffsetSeconds(at: $0) }, to: &line)
        coloring.end(in: &line)
    }

    /// Levels are padded to the longest name, so that labels stand below one another.
    private func append(_ level: LogLevel, to line: inout OutputSpan<UInt8>) {
        let name = LevelName(level)
        coloring.begin(TextColoring.Style(level), in: &line)
        name.append(to: &line)
        coloring.end(in: &line)
        name.appendPadding(to: &line)
    }

    private static func appendCut(from size: Int, to line: inout OutputSpan<UInt8>) {
        line.append(" [cut from ")
        line.append(decimal: size)
        line.append(" bytes]")
    }

    // MARK: After the metadata

    @inline(__always)
    private func appendSourceAndEnd(file: Span<UInt8>, line number: Int?, to output: inout [UInt8]) {
        let extent = TextEscaping.plain.extent(of: file)
        output.append(addingCapacity: extent.room + Self.sourceRoom) { line in
            coloring.begin(.faint, in: &line)
            line.append(" (")
            TextEscaping.plain.append(file, extent, to: &line)
            if let number {
                line.append(UInt8(ascii: ":"))
                line.append(decimal: number)
            }
            line.append(UInt8(ascii: ")"))
            coloring.end(in: &line)
            line.append(UInt8(ascii: "\n"))
        }
    }

    /// What all but the file takes at most: five single bytes and the line's number.
    private static var sourceRoom: Int { TextColoring.room + 5 + OutputSpan<UInt8>.longestDecimal }
}

extension TextRenderer: FrameRenderer {
    package mutating func append(frame: Span<UInt8>, to output: inout [UInt8]) -> Bool {
        guard let fields = RecordFields(frame: frame) else { return appendDecoded(frame, to: &output) }
        appendBeginning(
            time: fields.time, level: fields.level, label: frame.extracting(fields.label),
            message: frame.extracting(fields.message), originalSize: fields.originalSize, to: &output)
        if fields.metadata.count > 0 {
            MetadataText.appendPairs(fields.metadata, in: frame, to: &output)
        }
        if let file = fields.file {
            appendSourceAndEnd(file: frame.extracting(file), line: fields.line, to: &output)
        } else {
            output.append(UInt8(ascii: "\n"))
        }
        return true
    }

    package mutating func append(_ item: LogItem, to output: inout [UInt8]) {
        switch item {
        case .record(let record): append(record, to: &output)
        case .gap(let gap): TextFormat.appendNotice(gap.summary, to: &output)
        }
    }

    private mutating func append(_ record: LogRecord, to output: inout [UInt8]) {
        appendBeginning(
            time: record.time, level: record.level, label: record.label.utf8Span.span,
            message: record.message.utf8Span.span, originalSize: record.originalSize, to: &output)
        MetadataText.appendPairs(record.metadata, to: &output)
        if let file = record.file {
            appendSourceAndEnd(file: file.utf8Span.span, line: record.line, to: &output)
        } else {
            output.append(UInt8(ascii: "\n"))
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
