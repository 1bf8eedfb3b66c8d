internal import ZXKitLogCore

/// A place in memory at which a frame is being written. That there is room was made sure before.
@safe
struct FrameCursor {
    private(set) var position: UnsafeMutableRawPointer

    @inline(__always)
    init(_ position: UnsafeMutableRawPointer) {
        unsafe self.position = position
    }

    /// The first bytes of items with the number 0 (RFC 8949 §3.1). They are constants of this module, so that the
    /// compiler sees them: a head is written twelve times for each record.
    enum MajorType {
        static var unsigned: UInt8 { 0x00 }
        static var negative: UInt8 { 0x20 }
        static var text: UInt8 { 0x60 }
        static var array: UInt8 { 0x80 }
        static var map: UInt8 { 0xA0 }
    }

    private static var null: UInt8 { 0xF6 }

    /// An item's head: its type's first byte, and a number in the shortest form (RFC 8949 §3).
    @inline(__always)
    mutating func head(_ major: UInt8, _ number: UInt64) {
        if number < 24 {
            byte(major | UInt8(truncatingIfNeeded: number))
        } else if number <= 0xFF {
            byte(major | 24)
            byte(UInt8(truncatingIfNeeded: number))
        } else {
            longHead(major, number)
        }
    }

    @inline(__always)
    private mutating func longHead(_ major: UInt8, _ number: UInt64) {
        if number <= 0xFFFF {
            byte(major | 25)
            store(UInt16(truncatingIfNeeded: number).bigEndian)
        } else if number <= 0xFFFF_FFFF {
            byte(major | 26)
            store(UInt32(truncatingIfNeeded: number).bigEndian)
        } else {
            byte(major | 27)
            store(number.bigEndian)
        }
    }

    @inline(__always)
    mutating func integer(_ number: Int64) {
        if number < 0 {
            head(MajorType.negative, UInt64(bitPattern: ~number))
        } else {
            head(MajorType.unsigned, UInt64(number))
        }
    }

    @inline(__always)
    mutating func optionalNumber(_ number: UInt64?) {
        if let number { head(MajorType.unsigned, number) } else { null() }
    }

    @inline(__always)
    mutating func text(_ length: Int, from source: inout UnsafeRawPointer) {
        head(MajorType.text, UInt64(length))
        unsafe copy(source, length)
        unsafe source += length
    }

    /// The label that is pointed to, or else the next text.
    @inline(__always)
    mutating func label(_ label: UnsafeRawPointer?, or length: UInt64, from source: inout UnsafeRawPointer) {
        guard let label = unsafe label else { return unsafe text(Int(length), from: &source) }
        let item = unsafe LabelReference(label).item
        unsafe copy(item.baseAddress.unsafelyUnwrapped, item.count)
    }

    @inline(__always)
    mutating func metadata(_ length: Int, from source: inout UnsafeRawPointer) {
        guard length > 0 else { return null() }
        unsafe copy(source, length)
        unsafe source += length
    }

    /// A file's or a function's name, within its bound.
    @inline(__always)
    mutating func name(_ name: UnsafeRawPointer?, _ length: Int) {
        guard let name = unsafe name, length > 0 else { return null() }
        guard length <= RecordBounds.name else { return unsafe longName(name, length) }
        head(MajorType.text, UInt64(length))
        unsafe copy(name, length)
    }

    @inline(never)
    private mutating func longName(_ name: UnsafeRawPointer, _ length: Int) {
        let bytes = unsafe UnsafeRawBufferPointer(start: name, count: length)
        text(RecordBounds.bounded(unsafe String(decoding: unsafe bytes, as: UTF8.self)))
    }

    /// A text, with its head.
    @inline(__always)
    mutating func text(_ text: String) {
        head(MajorType.text, UInt64(text.utf8.count))
        unsafe text.withBytes { unsafe append($0) }
    }

    /// Bytes as they are.
    @inline(__always)
    mutating func append(_ bytes: UnsafeRawBufferPointer) {
        guard let source = bytes.baseAddress else { return }
        unsafe copy(source, bytes.count)
    }

    @inline(__always)
    private mutating func null() {
        byte(Self.null)
    }

    @inline(__always)
    private mutating func copy(_ source: UnsafeRawPointer, _ length: Int) {
        unsafe position.copyShort(from: source, byteCount: length)
        unsafe position += length
    }

    @inline(__always)
    private mutating func byte(_ byte: UInt8) {
        store(byte)
    }

    @inline(__always)
    private mutating func store<Number: FixedWidthInteger & BitwiseCopyable>(_ number: Number) {
        unsafe position.storeBytes(of: number, as: Number.self)
        unsafe position += MemoryLayout<Number>.size
    }
}
