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
    static func appendPairs(_ metadata: FlatMetadata, in frame: Span<UInt8>, to output: inout [UInt8]) {
        metadata.forEach(in: frame) { key, value in
            output.append(UInt8(ascii: " "))
            append(frame.extracting(key), to: &output)
            output.append(UInt8(ascii: "="))
            append(frame.extracting(value), to: &output)
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
        append(text.utf8Span.span, to: &output)
    }

    /// Appends the text of some bytes, repaired where it is no valid UTF-8.
    private static func append(_ text: Span<UInt8>, to output: inout [UInt8]) {
        if isPlainWord(text) {
            output.append(addingCapacity: text.count) { $0.append(copying: text) }
        } else {
            TextEscaping.quoted.appendBetweenQuotes(text, to: &output)
        }
    }

    private static func isPlainWord(_ text: Span<UInt8>) -> Bool {
        for index in text.indices {
            let byte = text[index]
            guard byte > 0x20, byte < 0x7F, !isDelimiter(byte) else { return false }
        }
        return !text.isEmpty
    }

    private static func isDelimiter(_ byte: UInt8) -> Bool {
        switch byte {
        case UInt8(ascii: "\""), UInt8(ascii: "\\"), UInt8(ascii: "="), UInt8(ascii: ","): true
        case UInt8(ascii: "["), UInt8(ascii: "]"), UInt8(ascii: "{"), UInt8(ascii: "}"): true
        default: false
        }
    }
}
