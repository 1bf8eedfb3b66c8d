/// Metadata as people read it: `user=ada cart=[a, b] origin={ip=192.0.2.7}`.
///
/// A text that isn't a plain word stands in quotation marks, so that where a value ends is never in doubt.
enum MetadataText {
    /// Appends the pairs, a space before each.
    static func appendPairs(_ metadata: LogMetadata, to output: inout [UInt8]) {
        for (key, value) in metadata {
            output.append(UInt8(ascii: " "))
            append(key, value, to: &output)
        }
    }

    /// Appends the pairs that were found in a frame, a space before each.
    static func appendPairs(_ metadata: FlatMetadata, in frame: Span<UInt8>, to line: inout LineWriter) {
        metadata.forEach(in: frame) { key, value in
            line.append(UInt8(ascii: " "))
            append(frame.extracting(key), to: &line)
            line.append(UInt8(ascii: "="))
            append(frame.extracting(value), to: &line)
        }
    }

    private static func append(_ key: String, _ value: LogMetadata.Value, to output: inout [UInt8]) {
        append(key, to: &output)
        output.append(UInt8(ascii: "="))
        append(value, to: &output)
    }

    private static func append(_ value: LogMetadata.Value, to output: inout [UInt8]) {
        switch value {
        case .text(let text): append(text, to: &output)
        case .array(let values):
            output.append(list: values, between: "[", and: "]", separator: ", ") { append($0, to: &$1) }
        case .map(let map):
            output.append(list: map, between: "{", and: "}", separator: ", ") { append($0.key, $0.value, to: &$1) }
        }
    }

    private static func append(_ text: String, to output: inout [UInt8]) {
        let bytes = text.utf8Span.span
        output.append(room: TextEscaping.room(for: bytes.count) + 2) { append(bytes, to: &$0) }
    }

    /// Appends the text of some bytes, repaired where it is no valid UTF-8.
    private static func append(_ text: Span<UInt8>, to line: inout LineWriter) {
        // Nothing at all is no word: nobody would see it.
        guard text.isEmpty || !line.append(text, ifAll: .word) else { return }
        TextEscaping.quoted.appendBetweenQuotes(text, to: &line)
    }
}
