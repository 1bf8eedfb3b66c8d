internal import ZXKitLogCore

/// A record that is about to be written into a ring: what its header says, and where its texts are.
struct RecordParts {
    /// Metadata as a CBOR map.
    enum Metadata {
        case none
        /// A part of the open record.
        case text(RecordText)
        case bytes([UInt8])

        var count: Int {
            switch self {
            case .none: 0
            case .text(let text): text.count
            case .bytes(let bytes): bytes.count
            }
        }
    }

    var level: LogLevel
    var time: UInt64
    var thread: Int32
    var line: Int
    var label: String
    var message: RecordText
    var metadata: Metadata
    var file: String
    var function: String

    /// The header, for a ring or for a copy that is kept aside.
    func header(in journal: JournalNumber) -> RecordHeader {
        let originalSize = message.excess == 0 ? 0 : message.count + message.excess
        return RecordHeader(
            size: 0, content: .texts, level: level, origin: .current(in: journal), time: time, dropped: 0,
            labelLength: UInt32(label.utf8.count), messageLength: UInt32(message.count),
            metadataLength: UInt32(metadata.count), fileLength: UInt32(file.utf8.count),
            functionLength: UInt32(function.utf8.count), thread: thread, line: line, originalSize: originalSize)
    }

    /// Writes the texts one behind the other; there must be room for the header's `textLength`.
    func writeTexts(to target: UnsafeMutableRawPointer) {
        var position = unsafe target
        unsafe Self.write(label, to: &position)
        unsafe message.withBytes { unsafe Self.write($0, to: &position) }
        switch metadata {
        case .none: break
        case .text(let text): unsafe text.withBytes { unsafe Self.write($0, to: &position) }
        case .bytes(let bytes): unsafe bytes.withUnsafeBytes { unsafe Self.write($0, to: &position) }
        }
        unsafe Self.write(file, to: &position)
        unsafe Self.write(function, to: &position)
    }

    private static func write(_ text: String, to position: inout UnsafeMutableRawPointer) {
        var text = text
        text.withUTF8 { unsafe write(UnsafeRawBufferPointer($0), to: &position) }
    }

    private static func write(_ bytes: UnsafeRawBufferPointer, to position: inout UnsafeMutableRawPointer) {
        guard let source = bytes.baseAddress else { return }
        unsafe position.copyMemory(from: source, byteCount: bytes.count)
        unsafe position += bytes.count
    }
}

extension LogFields {
    /// The metadata as it is written into a record, within its bounds.
    var bounded: RecordParts.Metadata {
        switch content {
        case .encoded(let text, let depth)
        where depth <= RecordBounds.metadataDepth && text.isReadable && text.count <= Self.surelySmall:
            return .text(text)
        default:
            guard case .map(let metadata) = content.value, !metadata.isEmpty else { return .none }
            return .bytes(MetadataCBOR.encode(.map(RecordBounds.bounded(metadata))))
        }
    }

    /// So many encoded bytes are within the bound whatever they hold: a value takes a byte at least, and counts as
    /// `RecordBounds.elementCost`.
    private static let surelySmall = RecordBounds.metadata / RecordBounds.elementCost
}
