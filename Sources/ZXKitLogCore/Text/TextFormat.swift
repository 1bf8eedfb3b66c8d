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
        var renderer = makeRenderer()
        renderer.append(item, to: &output)
    }

    /// Appends a line that is no record: what people have to know about the stream itself.
    package static func appendNotice(_ text: String, to output: inout [UInt8]) {
        output.append("-- ")
        TextEscaping.plain.append(text, to: &output)
        output.append(" --\n")
    }
}

extension TextFormat: FrameFormat {
    package func makeRenderer() -> TextRenderer {
        TextRenderer(zone: zone, coloring: coloring)
    }
}

extension LogTime {
    /// Whole seconds since 1970, towards the past.
    package var secondsSince1970: Int64 {
        let seconds = nanosecondsSince1970 / 1_000_000_000
        return nanosecondsSince1970 % 1_000_000_000 < 0 ? seconds - 1 : seconds
    }
}
