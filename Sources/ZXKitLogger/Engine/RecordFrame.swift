internal import ZXKitLogCore

/// The wire frame of a record that lies in a ring, and how it is written where it will stay.
///
/// It is the form that `FrameWriter` gives a `LogRecord`, made without one.
@safe
struct RecordFrame {
    private let record: RingRecord
    private let sequence: UInt64
    private let wallTime: LogTime
    /// The bytes that the frame takes at most, with its length in front.
    let sizeLimit: Int

    @inline(__always)
    init(_ record: RingRecord, sequence: UInt64, wallTime: LogTime) {
        self.record = record
        self.sequence = sequence
        self.wallTime = wallTime
        let header = unsafe record.header
        var size = unsafe Self.fixedSize + Int(header.pointee.messageLength) + Int(header.pointee.metadataLength)
        unsafe size += Int(header.pointee.fileLength) + Int(header.pointee.functionLength)
        size += record.labelLength
        sizeLimit = size
    }

    /// What stands in front of each frame.
    private static var lengthSize: Int { MemoryLayout<UInt32>.size }
    /// A record's kind, which is the array's first item.
    private static var kind: UInt64 { 1 }

    /// The length, the array's head, and the longest heads of the twelve items in it (RFC 8949 §3).
    private static var fixedSize: Int { Self.lengthSize + 1 + 12 * 9 }

    /// Writes the frame, where there is room for `sizeLimit` bytes.
    ///
    /// - Returns: The bytes that it took.
    @inline(__always)
    func write(to target: UnsafeMutableRawPointer) -> Int {
        let header = unsafe record.header
        var texts = unsafe record.texts
        let details = unsafe record.takeDetails(from: &texts)
        var writer = unsafe FrameCursor(target + Self.lengthSize)
        writer.head(FrameCursor.MajorType.array, 12)
        writer.head(FrameCursor.MajorType.unsigned, Self.kind)
        writer.head(FrameCursor.MajorType.unsigned, sequence)
        writer.integer(wallTime.nanosecondsSince1970)
        unsafe writer.head(FrameCursor.MajorType.unsigned, UInt64(header.pointee.level.rawValue))
        unsafe writer.label(header.pointee.label, or: details.labelLength, from: &texts)
        unsafe writer.text(Int(header.pointee.messageLength), from: &texts)
        unsafe writer.metadata(Int(header.pointee.metadataLength), from: &texts)
        unsafe writer.name(header.pointee.file, Int(header.pointee.fileLength))
        unsafe writer.name(header.pointee.function, Int(header.pointee.functionLength))
        unsafe writer.optionalNumber(header.pointee.line == CallSite.noLine ? nil : UInt64(header.pointee.line))
        unsafe writer.head(FrameCursor.MajorType.unsigned, UInt64(UInt32(bitPattern: header.pointee.thread)))
        writer.optionalNumber(details.originalSize == 0 ? nil : details.originalSize)
        let length = unsafe writer.position - target
        unsafe target.storeBytes(of: UInt32(length - Self.lengthSize).bigEndian, as: UInt32.self)
        return length
    }
}

extension RingRecord {
    /// The bytes of the label's text, perhaps with its head.
    @inline(__always)
    fileprivate var labelLength: Int {
        if let label = unsafe header.pointee.label { return unsafe LabelReference(label).item.count }
        return unsafe Int(texts.load(as: RecordHeader.Details.self).labelLength)
    }

    /// The label's text where it is among the texts.
    var ownLabel: UnsafeRawBufferPointer {
        var texts = unsafe texts
        let length = unsafe Int(takeDetails(from: &texts).labelLength)
        return unsafe UnsafeRawBufferPointer(start: texts, count: length)
    }

    /// The details in front of the texts, or those that most records have.
    @inline(__always)
    fileprivate func takeDetails(from texts: inout UnsafeRawPointer) -> RecordHeader.Details {
        guard unsafe header.pointee.hasDetails else { return RecordHeader.Details(originalSize: 0, labelLength: 0) }
        defer { unsafe texts += MemoryLayout<RecordHeader.Details>.size }
        return unsafe texts.load(as: RecordHeader.Details.self)
    }

    /// All bytes of its texts, with the details in front.
    var textLength: Int {
        let length = unsafe Int(header.pointee.messageLength) + Int(header.pointee.metadataLength)
        guard unsafe header.pointee.hasDetails else { return length }
        let details = unsafe texts.load(as: RecordHeader.Details.self)
        return length + MemoryLayout<RecordHeader.Details>.size + Int(details.labelLength)
    }
}
