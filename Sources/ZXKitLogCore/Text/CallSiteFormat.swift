/// How a line shows what it says of the place that logged it: level and label before the message, the source at its end.
struct CallSiteFormat {
    let coloring: TextColoring

    // MARK: Beginning

    /// Appends what stands between time and message.
    @inline(__always)
    func appendBeginning(_ level: LogLevel, _ label: Span<UInt8>, to line: inout LineWriter) {
        line.append(UInt8(ascii: " "))
        append(level, to: &line)
        line.append(UInt8(ascii: " "))
        TextEscaping.plain.append(label, to: &line)
        line.append(": ")
    }

    /// What all but the label takes at most, with its four single bytes.
    static var beginningRoom: Int { LevelName.width + TextColoring.room + 4 }

    /// Levels are padded to the longest name, so that labels stand below one another.
    @inline(__always)
    private func append(_ level: LogLevel, to line: inout LineWriter) {
        let name = LevelName(level)
        coloring.begin(TextColoring.Style(level), in: &line)
        name.append(to: &line)
        coloring.end(in: &line)
        name.appendPadding(to: &line)
    }

    // MARK: End

    /// Appends where the record was logged.
    @inline(__always)
    func appendSource(_ file: Span<UInt8>, _ number: Int?, to line: inout LineWriter) {
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
    static var endRoom: Int { TextColoring.room + 5 + LineWriter.longestDecimal }
}

extension CallSiteFormat: CallSiteRendering {
    func appendBeginning(of fields: RecordFields, in frame: Span<UInt8>, to line: inout LineWriter) {
        appendBeginning(fields.level, frame.extracting(fields.label), to: &line)
    }

    /// Appends where the record was logged, if that is in it, and ends the line.
    func appendEnd(of fields: RecordFields, in frame: Span<UInt8>, to line: inout LineWriter) {
        if let file = fields.file {
            appendSource(frame.extracting(file), fields.line, to: &line)
        }
        line.append(UInt8(ascii: "\n"))
    }
}
