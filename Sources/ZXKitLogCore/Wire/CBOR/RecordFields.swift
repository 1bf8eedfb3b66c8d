/// Where a record's fields are in its frame: what a renderer needs to show the record without making a `LogRecord`.
///
/// Only records in the form that `FrameWriter` writes have it, with metadata that is a plain map of texts or none; any
/// other frame is for `FrameReader`. Texts are found, not checked: they may be no valid UTF-8.
package struct RecordFields {
    package let sequence: UInt64
    package let time: LogTime
    package let level: LogLevel
    /// The label's bytes in the frame; likewise the other texts'.
    package let label: Range<Int>
    package let message: Range<Int>
    package let metadata: FlatMetadata
    package let file: Range<Int>?
    package let function: Range<Int>?
    package let line: Int?
    package let thread: Int?
    package let originalSize: Int?
    /// The bytes of level and label with their heads.
    let levelAndLabel: Range<Int>
    /// The bytes of file, function and line with their heads.
    let source: Range<Int>

    /// Finds the fields, or none where the frame must be read in full.
    ///
    /// - Parameter frame: A whole frame, with its length.
    @inline(__always)
    package init?(frame: Span<UInt8>) {
        var scanner = FrameScanner(at: FrameWriter.lengthSize)
        guard scanner.take(Self.arrayHead, in: frame),
            scanner.take(UInt8(WireItem.Kind.record.rawValue), in: frame),
            let sequence = scanner.unsigned(in: frame),
            let time = scanner.signed(in: frame),
            case let levelStart = scanner.position,
            let level = scanner.level(in: frame),
            let label = scanner.text(in: frame),
            let message = scanner.text(in: frame),
            let metadata = FlatMetadata(&scanner, in: frame),
            case let fileStart = scanner.position,
            let file = scanner.optionalText(in: frame),
            let function = scanner.optionalText(in: frame),
            let line = scanner.optionalInt(in: frame),
            case let lineEnd = scanner.position,
            let thread = scanner.optionalInt(in: frame),
            let originalSize = scanner.optionalInt(in: frame),
            scanner.isAtEnd(of: frame)
        else { return nil }
        self.sequence = sequence
        self.time = LogTime(nanosecondsSince1970: time)
        self.level = level
        self.label = label
        self.message = message
        self.metadata = metadata
        self.file = file.value
        self.function = function.value
        self.line = line.value
        self.thread = thread.value
        self.originalSize = originalSize.value
        // The label ends behind the level's beginning, and the line behind that of the file: a position only rises.
        levelAndLabel = unsafe Range(uncheckedBounds: (levelStart, label.upperBound))
        source = unsafe Range(uncheckedBounds: (fileStart, lineEnd))
    }

    /// The head of an array of the kind, a number that is its own head, and the record's eleven fields.
    static var arrayHead: UInt8 { CBORWriter.MajorType.array.rawValue << 5 | 12 }
}

/// A field that may be `null`, found in a frame.
private struct Nullable<Value> {
    var value: Value?
}

extension FrameScanner {
    @inline(__always)
    fileprivate mutating func level(in bytes: Span<UInt8>) -> LogLevel? {
        guard let number = unsigned(in: bytes), number <= UInt64(UInt8.max) else { return nil }
        return LogLevel(rawValue: UInt8(number))
    }

    @inline(__always)
    fileprivate mutating func optionalText(in bytes: Span<UInt8>) -> Nullable<Range<Int>>? {
        guard !null(in: bytes) else { return Nullable(value: nil) }
        guard let text = text(in: bytes) else { return nil }
        return Nullable(value: text)
    }

    @inline(__always)
    fileprivate mutating func optionalInt(in bytes: Span<UInt8>) -> Nullable<Int>? {
        guard !null(in: bytes) else { return Nullable(value: nil) }
        guard let number = signed(in: bytes) else { return nil }
        return Nullable(value: Int(number))
    }
}
