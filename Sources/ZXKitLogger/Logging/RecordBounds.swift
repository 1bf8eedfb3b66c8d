internal import ZXKitLogCore

/// How large the parts of a record may be; what is larger is cut on a scalar boundary and marked.
enum RecordBounds {
    /// The longest message, in UTF-8 bytes.
    static let message = 1_048_576
    /// The longest label, file and function name, in UTF-8 bytes.
    static let name = 1_024
    /// All keys and texts of the metadata together, in UTF-8 bytes, with `elementCost` for each pair and element.
    static let metadata = 32_768
    /// What a pair or an element costs beside its text: many empty ones have to have a bound too.
    static let elementCost = 4
    /// How deep metadata may be nested; what is deeper is left out.
    static let metadataDepth = 8

    /// A name that is cut, with its original size.
    static func bounded(_ text: String) -> String {
        guard text.utf8.count > name else { return text }
        return cut(text, to: name)
    }

    /// Metadata that is cut where the bound is reached.
    static func bounded(_ metadata: LogMetadata) -> LogMetadata {
        guard !metadata.isEmpty else { return metadata }
        var cutter = MetadataCutter(budget: self.metadata)
        return cutter.cut(metadata, depth: 1)
    }

    /// A text with its beginning and a mark, together at most `limit` bytes.
    static func cut(_ text: String, to limit: Int) -> String {
        let mark = "… (\(text.utf8.count) bytes)"
        return text.prefix(utf8Bytes: max(0, limit - mark.utf8.count)) + mark
    }
}

/// Cuts metadata to a number of bytes and a depth, keeping what comes first.
private struct MetadataCutter {
    /// The bytes that are left.
    var budget: Int

    /// Stands for what was left out.
    private static let ellipsis = "…"

    mutating func cut(_ metadata: LogMetadata, depth: Int) -> LogMetadata {
        var kept: [(String, LogMetadata.Value)] = []
        for (key, value) in metadata {
            guard spend(RecordBounds.elementCost + key.utf8.count) else {
                kept.append((Self.ellipsis, .text("\(metadata.count - kept.count) more")))
                break
            }
            kept.append((key, cut(value, depth: depth)))
        }
        return LogMetadata(kept)
    }

    private mutating func cut(_ value: LogMetadata.Value, depth: Int) -> LogMetadata.Value {
        switch value {
        case .text(let text): return .text(cut(text))
        case .map, .array:
            guard depth < RecordBounds.metadataDepth else { return .text(Self.ellipsis) }
            return cutContent(of: value, depth: depth + 1)
        }
    }

    private mutating func cutContent(of value: LogMetadata.Value, depth: Int) -> LogMetadata.Value {
        switch value {
        case .text(let text): return .text(cut(text))
        case .map(let map): return .map(cut(map, depth: depth))
        case .array(let values):
            var kept: [LogMetadata.Value] = []
            for value in values {
                guard spend(RecordBounds.elementCost) else {
                    kept.append(.text("… \(values.count - kept.count) more"))
                    break
                }
                kept.append(cut(value, depth: depth))
            }
            return .array(kept)
        }
    }

    private mutating func cut(_ text: String) -> String {
        guard !spend(text.utf8.count) else { return text }
        defer { budget = 0 }
        return RecordBounds.cut(text, to: budget)
    }

    private mutating func spend(_ bytes: Int) -> Bool {
        guard bytes <= budget else { return false }
        budget -= bytes
        return true
    }
}
