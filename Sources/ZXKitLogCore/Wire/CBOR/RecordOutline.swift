/// Where the parts of a record are in its frame, found in fewer steps than `RecordFields`: level and source are passed
/// over, for a renderer that knows these bytes.
///
/// Only records of a common form have it: a time after 1970, and a label of less than 256 bytes.
struct RecordOutline {
    let sequence: UInt64
    let time: LogTime
    /// The bytes of level and label with their heads. Whether that is a level isn't checked.
    let levelAndLabel: Range<Int>
    let message: Range<Int>
    let metadata: FlatMetadata
    /// Where file, function and line begin. Whether they do isn't checked.
    let sourceStart: Int

    /// Finds the parts up to the source, or none where the frame must be read otherwise.
    ///
    /// - Parameter frame: A whole frame, with its length.
    @inline(__always)
    init?(frame: Span<UInt8>) {
        var scanner = FrameScanner(at: FrameWriter.lengthSize)
        guard scanner.take(RecordFields.arrayHead, in: frame),
            scanner.take(UInt8(WireItem.Kind.record.rawValue), in: frame),
            let sequence = scanner.unsigned(in: frame),
            let time = scanner.eightByteNumber(in: frame),
            case let levelStart = scanner.position,
            scanner.smallNumber(in: frame) != nil,
            let label = scanner.shortText(in: frame),
            let message = scanner.text(in: frame),
            let metadata = FlatMetadata(&scanner, in: frame)
        else { return nil }
        self.sequence = sequence
        self.time = LogTime(nanosecondsSince1970: time)
        self.message = message
        self.metadata = metadata
        // The label ends behind the level's beginning: a position only rises.
        levelAndLabel = unsafe Range(uncheckedBounds: (levelStart, label.upperBound))
        sourceStart = scanner.position
    }

    /// The thread's number behind a source, or `nil` for none.
    @inline(__always)
    static func thread(in frame: Span<UInt8>, behindSource end: Int) -> Int64? {
        var scanner = FrameScanner(at: end)
        return scanner.signed(in: frame)
    }

    /// Whether all that follows a source is a thread's number, and that the message isn't cut.
    @inline(__always)
    static func isComplete(_ frame: Span<UInt8>, behindSource end: Int) -> Bool {
        var scanner = FrameScanner(at: end)
        guard scanner.null(in: frame) || scanner.signed(in: frame) != nil else { return false }
        return scanner.null(in: frame) && scanner.isAtEnd(of: frame)
    }
}
