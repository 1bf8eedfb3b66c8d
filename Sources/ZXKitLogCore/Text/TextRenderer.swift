/// Renders records and gaps as lines of text, as `TextFormat` says; with `CallSiteFormat` the one place that knows how
/// such a line looks.
///
/// Nothing is allocated for a record whose text is printable ASCII, except for the first ones of a call site, and that
/// the output may have to grow.
package struct TextRenderer {
    private let zone: TextFormat.Zone
    private let coloring: TextColoring
    private var timeText = TimeText(fraction: .microseconds)
    private let callSite: CallSiteFormat
    private var callSites = CallSiteTexts()

    init(zone: TextFormat.Zone, coloring: TextColoring) {
        self.zone = zone
        self.coloring = coloring
        callSite = CallSiteFormat(coloring: coloring)
    }

    // MARK: Parts

    @inline(__always)
    private mutating func append(_ time: LogTime, to line: inout LineWriter) {
        coloring.begin(.faint, in: &line)
        timeText.append(time, utcOffsetSeconds: zone.utcOffsetSeconds(at: time.secondsSince1970), to: &line)
        coloring.end(in: &line)
    }

    @inline(__always)
    private static func append(_ message: Span<UInt8>, cutFrom originalSize: Int?, to line: inout LineWriter) {
        TextEscaping.plain.append(message, to: &line)
        if let originalSize {
            line.append(" [cut from ")
            line.append(decimal: originalSize)
            line.append(" bytes]")
        }
    }

    /// What all before the metadata takes at most but label and message, with what surrounds a cut message's size.
    private static var beginningRoom: Int {
        TimeText.room + TextColoring.room + CallSiteFormat.beginningRoom + 18 + LineWriter.longestDecimal
    }
}

extension TextRenderer: FrameRenderer {
    @inline(__always)
    package mutating func append(frame: Span<UInt8>, to output: inout LineBuffer) -> Bool {
        guard let record = RecordOutline(frame: frame),
            let place = callSites.place(for: record.levelAndLabel, record.sourceStart, in: frame)
        else { return appendInFull(frame, to: &output) }
        output.append(room: Self.room(for: frame)) { line in
            append(record.time, to: &line)
            callSites.appendBeginning(at: place, to: &line)
            TextEscaping.plain.append(unsafe frame.extracting(unchecked: record.message), to: &line)
            Self.append(record.metadata, in: frame, to: &line)
            callSites.appendEnd(at: place, to: &line)
        }
        return true
    }

    /// Each text is in the frame once. What surrounds keys and values has room in that for their heads, as a pair's six
    /// bytes are fewer than six for each of two heads.
    @inline(__always)
    private static func room(for frame: Span<UInt8>) -> Int {
        TextEscaping.room(for: frame.count) + (beginningRoom + CallSiteFormat.endRoom)
    }

    /// Appends a record whose call site's text isn't there, and keeps that for those that follow; and all that have no
    /// outline, or more behind the source than that passes over.
    @inline(never)
    private mutating func appendInFull(_ frame: Span<UInt8>, to output: inout LineBuffer) -> Bool {
        guard let fields = RecordFields(frame: frame) else { return appendDecoded(frame, to: &output) }
        callSites.keep(for: fields, in: frame, as: callSite)
        output.append(room: Self.room(for: frame)) { line in
            append(fields.time, to: &line)
            callSite.appendBeginning(of: fields, in: frame, to: &line)
            Self.append(frame.extracting(fields.message), cutFrom: fields.originalSize, to: &line)
            Self.append(fields.metadata, in: frame, to: &line)
            callSite.appendEnd(of: fields, in: frame, to: &line)
        }
        return true
    }

    @inline(__always)
    private static func append(_ metadata: FlatMetadata, in frame: Span<UInt8>, to line: inout LineWriter) {
        guard metadata.count > 0 else { return }
        MetadataText.appendPairs(metadata, in: frame, to: &line)
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
            append(record.time, to: &line)
            callSite.appendBeginning(record.level, label, to: &line)
            Self.append(message, cutFrom: record.originalSize, to: &line)
        }
        MetadataText.appendPairs(record.metadata, to: &output)
        let fileSize = record.file?.utf8.count ?? 0
        output.append(room: CallSiteFormat.endRoom + TextEscaping.room(for: fileSize)) { line in
            if let file = record.file {
                callSite.appendSource(file.utf8Span.span, record.line, to: &line)
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
