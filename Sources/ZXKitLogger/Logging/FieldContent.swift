internal import ZXKitLogCore

/// What a value in the metadata of a call is made of.
enum FieldContent: Sendable {
    /// A text, perhaps a part of the open record.
    case text(RecordText)
    /// A list or a map that is encoded in the open record, and how deep it is nested.
    case encoded(RecordText, depth: Int)
    /// A value of its own.
    case owned(LogMetadata.Value)

    /// A list: encoded at once inside a log call, else a value.
    static func array(_ elements: [LogFields.Value]) -> FieldContent {
        guard Producer.currentlyOpen != nil, areFlat(elements) else {
            return .owned(.array(elements.map(\.content.value)))
        }
        var encoded = RecordText()
        var depth = 0
        encoded.appendHead(.array, UInt64(elements.count))
        for element in elements {
            depth = max(depth, element.content.depth)
            element.content.append(to: &encoded)
        }
        return .encoded(encoded, depth: depth + 1)
    }

    /// A map: encoded at once inside a log call, else a value.
    static func map(_ elements: [(String, LogFields.Value)]) -> FieldContent {
        guard Producer.currentlyOpen != nil, areUnique(elements), areFlat(elements.lazy.map(\.1)) else {
            return .owned(.map(LogMetadata(elements.map { ($0.0, $0.1.content.value) })))
        }
        var encoded = RecordText()
        var depth = 0
        encoded.appendHead(.map, UInt64(elements.count))
        for (key, value) in elements {
            encoded.appendHead(.text, UInt64(key.utf8.count))
            encoded.append(key)
            depth = max(depth, value.content.depth)
            value.content.append(to: &encoded)
        }
        return .encoded(encoded, depth: depth + 1)
    }

    /// Whether a list or map around them could still be decoded, whatever is put around it: what is deeper is kept as
    /// values, until the bound on depth is applied to the whole.
    private static func areFlat(_ elements: some Sequence<LogFields.Value>) -> Bool {
        elements.allSatisfy { $0.content.depth < RecordBounds.metadataDepth }
    }

    private var depth: Int {
        switch self {
        case .text: 0
        case .encoded(_, let depth): depth
        case .owned(let value): value.depth
        }
    }

    /// Literals have few keys, so that comparing each with each is quicker than a set.
    private static func areUnique(_ elements: [(String, LogFields.Value)]) -> Bool {
        guard elements.count <= 16 else { return false }
        for index in elements.indices.dropFirst() {
            for earlier in 0..<index where elements[earlier].0 == elements[index].0 {
                return false
            }
        }
        return true
    }

    /// Appends the value's encoding.
    private func append(to output: inout RecordText) {
        switch self {
        case .text(let text):
            output.appendHead(.text, UInt64(text.count))
            output.append(text)
        case .encoded(let text, _): output.append(text)
        case .owned(let value): unsafe MetadataCBOR.encode(value).withUnsafeBytes { unsafe output.append($0) }
        }
    }

    /// The value on its own.
    var value: LogMetadata.Value {
        switch self {
        case .text(let text): return .text(text.string)
        case .owned(let value): return value
        case .encoded(let text, _):
            let bytes = unsafe text.withBytes { unsafe [UInt8]($0) }
            return MetadataCBOR.decode(bytes) ?? .map([:])
        }
    }
}

extension LogMetadata.Value {
    /// How many lists and maps are around its innermost text.
    fileprivate var depth: Int {
        switch self {
        case .text: 0
        case .array(let values): 1 + (values.map(\.depth).max() ?? 0)
        case .map(let map): 1 + (map.map(\.value.depth).max() ?? 0)
        }
    }
}

extension RecordText {
    /// Appends the head of a CBOR item: its type, and a number in the shortest form (RFC 8949 §3).
    fileprivate mutating func appendHead(_ type: CBORWriter.MajorType, _ number: UInt64) {
        let (low, byteCount) = CBORWriter.shortestForm(of: number)
        append(byte: type.rawValue << 5 | low)
        for shift in stride(from: 8 * (byteCount - 1), through: 0, by: -8) {
            append(byte: UInt8(truncatingIfNeeded: number >> UInt64(shift)))
        }
    }
}
