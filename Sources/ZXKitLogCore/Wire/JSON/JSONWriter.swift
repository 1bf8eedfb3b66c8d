/// Writes one JSON object (RFC 8259), field by field, without spaces.
struct JSONWriter {
    private(set) var bytes: [UInt8]
    private var isFirst = true

    /// Begins an object at the end of a buffer, which is handed back by `finish()`.
    init(appendingTo bytes: consuming [UInt8]) {
        self.bytes = bytes
        self.bytes.append(UInt8(ascii: "{"))
    }

    consuming func finish() -> [UInt8] {
        bytes.append(UInt8(ascii: "}"))
        return bytes
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

    /// Metadata, or `null` where it is empty, as in CBOR.
    mutating func field(_ name: String, _ metadata: LogMetadata) {
        key(name)
        guard !metadata.isEmpty else { return bytes.append("null") }
        Self.append(.map(metadata), to: &bytes)
    }

    private mutating func key(_ name: String) {
        if !isFirst {
            bytes.append(UInt8(ascii: ","))
        }
        isFirst = false
        TextEscaping.json.appendBetweenQuotes(name, to: &bytes)
        bytes.append(UInt8(ascii: ":"))
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
