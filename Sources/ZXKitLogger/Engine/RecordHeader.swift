internal import ZXKitLogCore

/// What stands before the texts of a record in a thread's buffer.
///
/// The texts follow in this order: label, message, metadata (encoded as a CBOR map), file, function.
struct RecordHeader {
    /// What the bytes behind the header are.
    enum Content: UInt8 {
        /// The record's texts.
        case texts
        /// Nothing: the end of the buffer was too near for the next record.
        case padding
        /// A pointer to the texts, which are too large for the buffer; the collector frees them.
        case reference
    }

    /// The bytes from this header to the next, a multiple of `alignment`.
    var size: UInt32
    var content: Content
    var level: LogLevel
    var origin: SinkOrigin
    /// When it was logged, by the monotonic clock: the collector knows what the wall clock said then.
    var time: UInt64
    /// How many records of this thread found no room, up to this one.
    var dropped: UInt64
    var labelLength: UInt32
    var messageLength: UInt32
    /// 0 for no metadata.
    var metadataLength: UInt32
    /// 0 for no file.
    var fileLength: UInt32
    /// 0 for no function.
    var functionLength: UInt32
    var thread: Int32
    /// Below 0 for no line.
    var line: Int
    /// The message's size before it was cut; 0 where it is whole.
    var originalSize: Int

    static let alignment = 8

    /// The bytes of all texts.
    var textLength: Int {
        Int(labelLength) + Int(messageLength) + Int(metadataLength) + Int(fileLength) + Int(functionLength)
    }
}
