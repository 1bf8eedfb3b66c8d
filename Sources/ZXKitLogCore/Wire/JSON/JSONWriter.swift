/// Writes one JSON object (RFC 8259), field by field, without spaces.
struct JSONWriter {
    private var bytes: [UInt8] = []
    private var isFirst = true

    /// Begins an object at the end of a buffer, whose bytes the writer holds until `finish(in:)`. They are swapped, as
    /// a second reference to them would have all of them copied.
    init(appendingTo output: inout [UInt8]) {
        swap(&bytes, &output)
        bytes.append(UInt8(ascii: "{"))
    }

    /// Ends the object, and gives the buffer back.
    consuming func finish(in output: inout [UInt8]) {
        bytes.append(UInt8(ascii: "}"))
        swap(&bytes, &output)
    }

    mutating func field(_ name: String, _ text: String?) {
        key(name)
        guard let text else { return bytes.append("null") }
        TextEscaping.json.appendBetweenQuotes(text, to: &bytes)
    }

    mutating func field(_ name: String, _ number: (some BinaryInteger)?) {
        key(name)
        guard let number else { return bytes.append("null") }
        bytes.append("\(number)")
    }

    mutating func field(_ name: String, _ time: LogTime) {
        key(name)
        bytes.append(UInt8(ascii: "\""))
        CivilTime(time, utcOffsetSeconds: 0).appendRFC3339(fractionDigits: 9, to: &bytes)
        bytes.append(UInt8(ascii: "\""))
    }

    mutating func field(_ name: String, _ level: LogLevel) {
        field(name, level.description)
    }

    mutating func field(_ name: String, _ texts: [String]) {
        key(name)
        Self.append(.array(texts.map(LogMetadata.Value.text)), to: &bytes)
    }

    private mutating func key(_ name: String) {
        if !isFirst {
            bytes.append(UInt8(ascii: ","))
        }
        isFirst = false
        TextEscaping.json.appendBetweenQuotes(name, to: &bytes)
        bytes.append(UInt8(ascii: ":"))
    }

    // MARK: Metadata

    /// Appends metadata, or `null` where it is empty, as in CBOR.
    static func append(_ metadata: LogMetadata, to output: inout [UInt8]) {
        guard !metadata.isEmpty else { return output.append("null") }
        append(.map(metadata), to: &output)
    }

    /// Appends metadata that was found in a frame, in the same manner.
    static func append(_ metadata: FlatMetadata, in frame: Span<UInt8>, to line: inout LineWriter) {
        guard metadata.count > 0 else { return line.append("null") }
        var separator = UInt8(ascii: "{")
        metadata.forEach(in: frame) { key, value in
            line.append(separator)
            TextEscaping.json.appendBetweenQuotes(frame.extracting(key), to: &line)
            line.append(UInt8(ascii: ":"))
            TextEscaping.json.appendBetweenQuotes(frame.extracting(value), to: &line)
            separator = UInt8(ascii: ",")
        }
        line.append(UInt8(ascii: "}"))
    }

    private static func append(_ value: LogMetadata.Value, to output: inout [UInt8]) {
        switch value {
        case .text(let text): TextEscaping.json.appendBetweenQuotes(text, to: &output)
        case .array(let values):
            output.append(list: values, between: "[", and: "]", separator: ",") { append($0, to: &$1) }
        case .map(let map):
            output.append(list: map, between: "{", and: "}", separator: ",") { pair, output in
                TextEscaping.json.appendBetweenQuotes(pair.key, to: &output)
                output.append(UInt8(ascii: ":"))
                append(pair.value, to: &output)
            }
        }
    }
}
