/// Records as the protocol's ancestors write them: `type|debug|time|content`, with nothing around.
///
/// ```
/// 1|File: Orders.swift -- Line: 42 -- Function:Orders.swift.accept(_:) ----|1659429123.123456|order 7 accepted
/// ```
package enum AncestorText {
    /// What a viewer sends first that takes one read for one record.
    package static let requests = ["ZXKitLogger_tcp_auth", "DDLoggerSwift_tcp_auth"].map { Array($0.utf8) }

    /// What an app sends its past for that has this in its advertisement.
    package static func request(ofNode node: String) -> [UInt8] {
        requests[node.hasPrefix("DDLoggerSwift") ? 1 : 0]
    }

    /// The longest content of one record, in bytes.
    package static let longestContent = 1_200

    /// Appends everything before a record's content.
    static func appendHeader(of record: LogRecord, to output: inout [UInt8]) {
        let file = record.file?.split(separator: "/").last.map(String.init) ?? record.label
        appendHeader(
            type: type(of: record.level), file: file, line: record.line ?? 0, function: record.function ?? "",
            time: record.time, to: &output)
    }

    /// Appends everything before the content of a record that tells of the stream itself.
    static func appendHeader(ofNoticeAt time: LogTime, to output: inout [UInt8]) {
        appendHeader(
            type: type(of: .warning), file: "ZXKitLogger", line: 0, function: "broadcast", time: time, to: &output)
    }

    private static func appendHeader(
        type: Int, file: String, line: Int, function: String, time: LogTime, to output: inout [UInt8]
    ) {
        output.append("\(type)|File: ")
        appendWithoutBars(file, to: &output)
        output.append(" -- Line: \(line) -- Function:")
        appendWithoutBars("\(file).\(function)", to: &output)
        output.append(" ----|")
        append(time, to: &output)
        output.append(UInt8(ascii: "|"))
    }

    /// What they call debug, info, warn and error; they have nothing between.
    private static func type(of level: LogLevel) -> Int {
        switch level {
        case .trace, .debug: 0
        case .info, .notice: 1
        case .warning: 2
        case .error, .critical: 4
        }
    }

    /// Their viewers take a bar for the end of the part.
    private static func appendWithoutBars(_ text: String, to output: inout [UInt8]) {
        TextEscaping.plain.append(
            text.split(separator: "|", omittingEmptySubsequences: false).joined(separator: "¦"), to: &output)
    }

    /// Seconds since 1970 with whole microseconds, as they print a floating-point number.
    private static func append(_ time: LogTime, to output: inout [UInt8]) {
        let seconds = time.secondsSince1970
        let nanoseconds = Int(time.nanosecondsSince1970 - seconds * 1_000_000_000)
        output.append("\(seconds).")
        output.append(decimal: nanoseconds / 1_000, width: 6)
    }

    /// The message, and behind it the metadata.
    static func content(of record: LogRecord) -> String {
        guard !record.metadata.isEmpty else { return record.message }
        var pairs: [UInt8] = []
        MetadataText.appendPairs(record.metadata, to: &pairs)
        return record.message + String(decoding: pairs, as: UTF8.self)
    }
}
