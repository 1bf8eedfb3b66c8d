/// One line of text per record, for people:
///
/// ```
/// 2026-11-30T19:22:08.123456Z INFO     checkout.api: order 7 accepted user=ada cart=[a, b] (Checkout/API.swift:42)
/// ```
///
/// Controls in what was logged are escaped, so that a record is always one line and can't drive a terminal. A gap is a
/// line of its own: `-- 120 records missing: too slow --`.
public struct TextFormat: LogFormat {
    /// In which zone times are shown.
    public enum Zone: Sendable {
        /// In UTC, with a `Z`.
        case utc
        /// In a zone whose offset in seconds east of UTC is asked for, with seconds since 1970.
        case offset(@Sendable (_ secondsSince1970: Int64) -> Int)
    }

    private let zone: Zone
    private let coloring: TextColoring

    /// Makes the format.
    ///
    /// - Parameters:
    ///   - zone: In which zone times are shown.
    ///   - isColored: Whether level and time are coloured with escape sequences, which only a terminal understands.
    public init(zone: Zone = .utc, isColored: Bool = false) {
        self.zone = zone
        coloring = isColored ? .terminal : .none
    }

    /// Appends the item as one line.
    public func append(_ item: LogItem, to output: inout [UInt8]) {
        switch item {
        case .record(let record): append(record, to: &output)
        case .gap(let gap): Self.appendNotice(gap.summary, to: &output)
        }
    }

    /// Appends a line that is no record: what people have to know about the stream itself.
    package static func appendNotice(_ text: String, to output: inout [UInt8]) {
        output.append("-- ")
        TextEscaping.plain.append(text, to: &output)
        output.append(" --\n")
    }

    private func append(_ record: LogRecord, to output: inout [UInt8]) {
        append(record.time, to: &output)
        output.append(UInt8(ascii: " "))
        append(record.level, to: &output)
        output.append(UInt8(ascii: " "))
        TextEscaping.plain.append(record.label, to: &output)
        output.append(": ")
        TextEscaping.plain.append(record.message, to: &output)
        appendCut(of: record, to: &output)
        MetadataText.appendPairs(record.metadata, to: &output)
        appendSource(of: record, to: &output)
        output.append(UInt8(ascii: "\n"))
    }

    private func append(_ time: LogTime, to output: inout [UInt8]) {
        coloring.begin(.faint, in: &output)
        CivilTime(time, utcOffsetSeconds: utcOffset(at: time)).appendRFC3339(fractionDigits: 6, to: &output)
        coloring.end(in: &output)
    }

    private func utcOffset(at time: LogTime) -> Int {
        switch zone {
        case .utc: 0
        case .offset(let offset): offset(time.secondsSince1970)
        }
    }

    /// Levels are padded to the longest name, so that labels stand below one another.
    private func append(_ level: LogLevel, to output: inout [UInt8]) {
        coloring.begin(TextColoring.Style(level), in: &output)
        let name = level.description
        output.append(contentsOf: name.utf8.lazy.map { $0 & 0xDF })
        coloring.end(in: &output)
        output.append(contentsOf: repeatElement(UInt8(ascii: " "), count: 8 - name.utf8.count))
    }

    private func appendCut(of record: LogRecord, to output: inout [UInt8]) {
        guard let size = record.originalSize else { return }
        output.append(" [cut from \(size) bytes]")
    }

    private func appendSource(of record: LogRecord, to output: inout [UInt8]) {
        guard let file = record.file else { return }
        coloring.begin(.faint, in: &output)
        output.append(" (")
        TextEscaping.plain.append(file, to: &output)
        if let line = record.line {
            output.append(":\(line)")
        }
        output.append(")")
        coloring.end(in: &output)
    }
}

extension LogTime {
    /// Whole seconds since 1970, towards the past.
    package var secondsSince1970: Int64 {
        let seconds = nanosecondsSince1970 / 1_000_000_000
        return nanosecondsSince1970 % 1_000_000_000 < 0 ? seconds - 1 : seconds
    }
}
