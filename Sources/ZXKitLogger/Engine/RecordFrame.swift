internal import ZXKitLogCore

/// The wire frame of a record that lies in a ring: its exact length, and how it is written where it will stay.
///
/// It is the form that `FrameWriter` gives a `LogRecord`, made without one.
@safe
struct RecordFrame {
    private let record: RingRecord
    private let sequence: UInt64
    private let wallTime: LogTime
    /// The frame's bytes, with its length in front.
    let length: Int

    init(_ record: RingRecord, sequence: UInt64, wallTime: LogTime) {
        self.record = record
        self.sequence = sequence
        self.wallTime = wallTime
        length = Self.length(record.header, sequence, wallTime)
    }

    /// The label's bytes.
    var label: UnsafeRawBufferPointer {
        unsafe UnsafeRawBufferPointer(start: record.texts, count: Int(record.header.labelLength))
    }

    // MARK: Length

    private static func length(_ header: RecordHeader, _ sequence: UInt64, _ wallTime: LogTime) -> Int {
        // The length, the array's head, the kind and the level take a byte or four each, always.
        var length = FrameWriter.lengthSize + 3
        length += numberLength(sequence)
        length += numberLength(integer: wallTime.nanosecondsSince1970)
        length += textLength(header.labelLength) + textLength(header.messageLength)
        length += header.metadataLength == 0 ? 1 : Int(header.metadataLength)
        length += header.fileLength == 0 ? 1 : textLength(header.fileLength)
        length += header.functionLength == 0 ? 1 : textLength(header.functionLength)
        length += header.line < 0 ? 1 : numberLength(UInt64(header.line))
        length += numberLength(UInt64(UInt32(bitPattern: header.thread)))
        length += header.originalSize == 0 ? 1 : numberLength(UInt64(header.originalSize))
        return length
    }

    @inline(__always)
    private static func numberLength(_ number: UInt64) -> Int {
        1 + CBORWriter.shortestForm(of: number).byteCount
    }

    private static func numberLength(integer: Int64) -> Int {
        numberLength(UInt64(bitPattern: integer < 0 ? ~integer : integer))
    }

    @inline(__always)
    private static func textLength(_ length: UInt32) -> Int {
        numberLength(UInt64(length)) + Int(length)
    }

    // MARK: Writing

    /// Writes `length` bytes.
    func write(to target: UnsafeMutableRawPointer) {
        let header = record.header
        var writer = unsafe FrameCursor(target)
        writer.bigEndian(UInt64(length - FrameWriter.lengthSize), byteCount: FrameWriter.lengthSize)
        writer.head(.array, 12)
        writer.head(.unsigned, WireItem.Kind.record.rawValue)
        writer.head(.unsigned, sequence)
        writer.integer(wallTime.nanosecondsSince1970)
        writer.head(.unsigned, UInt64(header.level.rawValue))
        var texts = unsafe record.texts
        unsafe writer.text(header.labelLength, from: &texts)
        unsafe writer.text(header.messageLength, from: &texts)
        if header.metadataLength == 0 {
            writer.null()
        } else {
            unsafe writer.raw(header.metadataLength, from: &texts)
        }
        unsafe writer.optionalText(header.fileLength, from: &texts)
        unsafe writer.optionalText(header.functionLength, from: &texts)
        writer.optionalNumber(header.line < 0 ? nil : UInt64(header.line))
        writer.head(.unsigned, UInt64(UInt32(bitPattern: header.thread)))
        writer.optionalNumber(header.originalSize == 0 ? nil : UInt64(header.originalSize))
    }
}

/// A place in memory at which a frame is being written. How much room there is was computed before.
@safe
private struct FrameCursor {
    private var position: UnsafeMutableRawPointer

    init(_ position: UnsafeMutableRawPointer) {
        unsafe self.position = position
    }

    @inline(__always)
    mutating func bigEndian(_ number: UInt64, byteCount: Int) {
        for shift in stride(from: 8 * (byteCount - 1), through: 0, by: -8) {
            byte(UInt8(truncatingIfNeeded: number >> UInt64(shift)))
        }
    }

    @inline(__always)
    mutating func head(_ type: CBORWriter.MajorType, _ number: UInt64) {
        let (low, byteCount) = CBORWriter.shortestForm(of: number)
        byte(type.rawValue << 5 | low)
        bigEndian(number, byteCount: byteCount)
    }

    mutating func integer(_ number: Int64) {
        if number < 0 {
            head(.negative, UInt64(bitPattern: ~number))
        } else {
            head(.unsigned, UInt64(number))
        }
    }

    mutating func null() {
        byte(CBORWriter.null)
    }

    mutating func optionalNumber(_ number: UInt64?) {
        if let number { head(.unsigned, number) } else { null() }
    }

    mutating func text(_ length: UInt32, from source: inout UnsafeRawPointer) {
        head(.text, UInt64(length))
        unsafe raw(length, from: &source)
    }

    mutating func optionalText(_ length: UInt32, from source: inout UnsafeRawPointer) {
        if length == 0 { null() } else { unsafe text(length, from: &source) }
    }

    @inline(__always)
    mutating func raw(_ length: UInt32, from source: inout UnsafeRawPointer) {
        unsafe position.copyMemory(from: source, byteCount: Int(length))
        unsafe position += Int(length)
        unsafe source += Int(length)
    }

    @inline(__always)
    private mutating func byte(_ byte: UInt8) {
        unsafe position.storeBytes(of: byte, as: UInt8.self)
        unsafe position += 1
    }
}
