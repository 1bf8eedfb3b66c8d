import ZXKitLogCore

/// A record as a line of text in UTC, made in the plainest way, to compare with.
struct ReferenceLine {
    let text: String

    init(_ record: LogRecord) {
        var time: [UInt8] = []
        CivilTime(record.time, utcOffsetSeconds: 0).appendRFC3339(fractionDigits: 6, to: &time)
        let level = record.level.description.uppercased()
        var text = String(decoding: time, as: UTF8.self) + " " + level
        text += String(repeating: " ", count: 9 - level.count)
        text += ReferenceEscape(.plain).escape(record.label) + ": " + ReferenceEscape(.plain).escape(record.message)
        text += record.originalSize.map { " [cut from \($0) bytes]" } ?? ""
        text += record.metadata.map { " " + Self.pair($0.key, $0.value) }.joined()
        if let file = record.file {
            text += " (" + ReferenceEscape(.plain).escape(file) + (record.line.map { ":\($0)" } ?? "") + ")"
        }
        self.text = text + "\n"
    }

    private static func pair(_ key: String, _ value: LogMetadata.Value) -> String {
        word(key) + "=" + self.value(value)
    }

    private static func value(_ value: LogMetadata.Value) -> String {
        switch value {
        case .text(let text): word(text)
        case .array(let values): "[" + values.map(Self.value).joined(separator: ", ") + "]"
        case .map(let map): "{" + map.map { pair($0.key, $0.value) }.joined(separator: ", ") + "}"
        }
    }

    private static func word(_ text: String) -> String {
        let isPlain = text.unicodeScalars.allSatisfy {
            ("!"..."~").contains($0) && !"\"\\=,[]{}".unicodeScalars.contains($0)
        }
        return isPlain && !text.isEmpty ? text : "\"" + ReferenceEscape(.quoted).escape(text) + "\""
    }
}
