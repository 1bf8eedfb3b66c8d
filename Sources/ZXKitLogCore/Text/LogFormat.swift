/// Turns records and gaps into bytes: the part of a console or file sink that decides how a line looks.
///
/// ```swift
/// struct Shout: LogFormat {
///     func append(_ item: LogItem, to output: inout [UInt8]) {
///         guard case .record(let record) = item else { return }
///         output.append(contentsOf: record.message.uppercased().utf8)
///         output.append(UInt8(ascii: "\n"))
///     }
/// }
/// ```
public protocol LogFormat: Sendable {
    /// Appends one item, with its line end.
    ///
    /// Text that came from outside must be made inert by the format, as `TextFormat` and `JSONLinesFormat` do.
    func append(_ item: LogItem, to output: inout [UInt8])
}
