internal import ZXKitLogCore
internal import ZXKitLogPOSIX

/// A text that is being written: inside a log call straight into the open record, anywhere else into a string of its own.
///
/// It is bounded: what is longer than a message may be is counted and not kept.
@usableFromInline
struct RecordText: @unchecked Sendable {
    // Sendable: the producer is looked at only after a check that it is the calling thread's own.
    private let producer: Producer?
    /// The open record that it is a part of; 0 for none.
    private let record: UInt64
    /// Where it begins in the producer's area.
    private var start = 0
    private var end = 0
    /// The text outside of a log call.
    private var owned: String
    /// The bytes that weren't kept.
    private(set) var excess = 0
    /// Whether it holds a private value as it is, for a system that shows them.
    private var revealsPrivate = false

    /// Begins a text: in the record that the calling thread has open, or one of its own.
    @usableFromInline
    init() {
        owned = ""
        producer = .currentlyOpen
        guard let producer else {
            record = 0
            return
        }
        record = producer.openRecord
        start = producer.end
        end = start
    }

    /// A text that is there already.
    init(owning text: String, excess: Int = 0) {
        producer = nil
        record = 0
        owned = text
        self.excess = excess
        guard text.utf8.count > RecordBounds.message else { return }
        owned = ""
        appendOwned(text)
    }

    // MARK: Appending

    /// Whether a value may be shown; if not, its mask is appended.
    @usableFromInline
    mutating func mayShow(_ privacy: LogPrivacy) -> Bool {
        switch privacy {
        case .public: return true
        case .private:
            if producer?.showsPrivate ?? false {
                revealsPrivate = true
                return true
            }
            append(LogPrivacy.mask)
            return false
        }
    }

    /// Appends a text.
    @usableFromInline
    mutating func append(_ text: String) {
        guard producer != nil else { return appendOwned(text) }
        var text = text
        text.withUTF8 { unsafe append(UnsafeRawBufferPointer($0)) }
    }

    /// Appends a number in decimal.
    @usableFromInline
    mutating func append(_ magnitude: UInt64, isNegative: Bool) {
        guard let producer else { return appendOwned((isNegative ? "-" : "") + String(magnitude)) }
        if isNegative {
            append("-")
        }
        var count = 1
        var bound: UInt64 = 10
        while magnitude >= bound, count < 20 {
            count += 1
            let (next, overflow) = bound.multipliedReportingOverflow(by: 10)
            bound = overflow ? .max : next
        }
        let digits = unsafe extend(by: count, in: producer)
        var rest = magnitude
        for index in stride(from: count - 1, through: 0, by: -1) {
            unsafe digits.storeBytes(of: UInt8(ascii: "0") + UInt8(rest % 10), toByteOffset: index, as: UInt8.self)
            rest /= 10
        }
    }

    /// Appends bytes that are UTF-8 or, in metadata, encoded values.
    @inline(__always)
    mutating func append(_ bytes: UnsafeRawBufferPointer) {
        guard let producer else { return unsafe appendOwned(String(decoding: unsafe bytes, as: UTF8.self)) }
        let room = RecordBounds.message - (end - start)
        guard excess == 0, bytes.count <= room else { return unsafe appendWithinBound(bytes, room: room, in: producer) }
        guard let source = bytes.baseAddress, bytes.count > 0 else { return }
        unsafe extend(by: bytes.count, in: producer).copyMemory(from: source, byteCount: bytes.count)
    }

    /// Appends another text, perhaps a part of the same record.
    mutating func append(_ other: RecordText) {
        guard let producer, producer == other.producer, other.isReadable else { return append(other.string) }
        let count = other.end - other.start
        guard excess == 0, count <= RecordBounds.message - (end - start) else { return append(other.string) }
        revealsPrivate = revealsPrivate || other.revealsPrivate
        // The room comes first, as making it may move the area and so the other text.
        let target = unsafe extend(by: count, in: producer)
        unsafe target.copyMemory(from: producer.bytes(at: other.start), byteCount: count)
    }

    /// Appends one byte.
    @inline(__always)
    mutating func append(byte: UInt8) {
        guard let producer else { return }
        unsafe extend(by: 1, in: producer).storeBytes(of: byte, as: UInt8.self)
    }

    private mutating func appendWithinBound(_ bytes: UnsafeRawBufferPointer, room: Int, in producer: Producer) {
        guard excess == 0 else { return excess += bytes.count }
        let kept = unsafe scalarBoundary(in: bytes, atMost: max(0, room))
        if kept > 0, let source = bytes.baseAddress {
            unsafe extend(by: kept, in: producer).copyMemory(from: source, byteCount: kept)
        }
        excess = bytes.count - kept
    }

    private mutating func appendOwned(_ text: String) {
        guard excess == 0 else { return excess += text.utf8.count }
        let kept = text.prefix(utf8Bytes: RecordBounds.message - owned.utf8.count)
        owned += kept
        excess = text.utf8.count - kept.utf8.count
    }

    /// Makes room behind what is there.
    ///
    /// If something else was written there meanwhile (a value's description may build messages of its own), this text
    /// moves behind it, so that both stay whole.
    @inline(__always)
    private mutating func extend(by count: Int, in producer: Producer) -> UnsafeMutableRawPointer {
        if producer.end != end {
            move(in: producer)
        }
        let begin = end
        end += count
        return unsafe producer.extend(to: end) + begin
    }

    private mutating func move(in producer: Producer) {
        let newStart = producer.end
        let length = end - start
        _ = unsafe producer.extend(to: newStart + length)
        unsafe producer.bytes(at: newStart).copyMemory(from: producer.bytes(at: start), byteCount: length)
        start = newStart
        end = newStart + length
    }

    // MARK: Reading

    /// How many bytes were kept.
    var count: Int {
        unsafe withBytes { $0.count }
    }

    /// Hands its bytes to a closure.
    @inline(__always)
    func withBytes<Result>(_ body: (UnsafeRawBufferPointer) -> Result) -> Result {
        guard let producer, isReadable else {
            var text = producer == nil ? owned : unreadable
            return text.withUTF8 { unsafe body(UnsafeRawBufferPointer($0)) }
        }
        return unsafe body(UnsafeRawBufferPointer(start: producer.bytes(at: start), count: end - start))
    }

    /// The text as a string.
    var string: String {
        unsafe withBytes { unsafe String(decoding: unsafe $0, as: UTF8.self) }
    }

    /// Whether the record that it is a part of is still open on this thread, and may show it.
    @inline(__always)
    var isReadable: Bool {
        guard let producer, let current = Producer.currentlyOpen else { return false }
        return current == producer && producer.isOpen(record) && (!revealsPrivate || current.showsPrivate)
    }

    /// What stands for a text that is no longer there, or that the record being built must not show: it may belong to
    /// another system.
    private var unreadable: String { revealsPrivate ? LogPrivacy.mask : Self.lost }

    /// Stands for the text of a message that was built inside a log call and kept beyond it.
    private static let lost = "<the message of an earlier log call>"
}

/// The longest beginning of UTF-8 that has at most so many bytes and ends on a scalar boundary.
func scalarBoundary(in bytes: UnsafeRawBufferPointer, atMost limit: Int) -> Int {
    guard bytes.count > limit else { return bytes.count }
    var end = limit
    // A continuation byte is never a boundary (RFC 3629 §3).
    while end > 0, unsafe bytes[end] & 0xC0 == 0x80 {
        end -= 1
    }
    return end
}
