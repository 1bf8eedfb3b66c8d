internal import ZXKitLogCore

/// What stands before the texts of a record in a thread's buffer.
///
/// Behind it come the details if it has any, the label if it has no pointer to one, the message, and the metadata encoded
/// as a CBOR map. What a call site has the same in each record is not copied, but pointed to.
@safe
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

    /// What few records have.
    struct Details {
        /// The message's size before it was cut; 0 where it is whole.
        var originalSize: UInt64
        /// The bytes of a label that is not pointed to.
        var labelLength: UInt64
    }

    /// The bytes from this header to the next, a multiple of `alignment`.
    var size: UInt32
    var content: Content
    var level: LogLevel
    var origin: SinkOrigin
    var hasDetails: Bool
    /// When it was logged, in ticks: the collector knows what the wall clock said then.
    var time: UInt64
    /// A `LabelReference`, or `nil` where the label is among the texts.
    var label: UnsafeRawPointer?
    /// A literal's text, or `nil` for no file.
    var file: UnsafeRawPointer?
    /// A literal's text, or `nil` for no function.
    var function: UnsafeRawPointer?
    var messageLength: UInt32
    /// 0 for no metadata.
    var metadataLength: UInt32
    var fileLength: UInt16
    var functionLength: UInt16
    /// `CallSite.noLine` for none.
    var line: UInt32
    var thread: Int32
    /// How many records of this thread found no room, up to this one; the low bits.
    var dropped: UInt32

    static let alignment = 8

    /// The bytes in which most records have room.
    static var usualRoom: Int { 1_024 }

    /// The bytes that a record with so many bytes of text takes in a ring.
    @inline(__always)
    static func size(withTexts length: Int) -> Int {
        (MemoryLayout<RecordHeader>.size + length + alignment - 1) & ~(alignment - 1)
    }

    /// A header for the rest of a buffer.
    static func padding(size: Int) -> RecordHeader {
        unsafe RecordHeader(
            size: UInt32(size), content: .padding, level: .trace, origin: .none, hasDetails: false, time: 0,
            label: nil, file: nil, function: nil, messageLength: 0, metadataLength: 0, fileLength: 0,
            functionLength: 0, line: CallSite.noLine, thread: 0, dropped: 0)
    }
}
