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
        if isPlainWord(text) {
            output.append(text)
        } else {
            TextEscaping.quoted.appendBetweenQuotes(text, to: &output)
        }
    }

    private static func isPlainWord(_ text: String) -> Bool {
        !text.isEmpty && text.utf8.allSatisfy { $0 > 0x20 && $0 < 0x7F && !isDelimiter($0) }
    }

    private static func isDelimiter(_ byte: UInt8) -> Bool {
        switch byte {
        case UInt8(ascii: "\""), UInt8(ascii: "\\"), UInt8(ascii: "="), UInt8(ascii: ","): true
        case UInt8(ascii: "["), UInt8(ascii: "]"), UInt8(ascii: "{"), UInt8(ascii: "}"): true
        default: false
        }
    }
}
