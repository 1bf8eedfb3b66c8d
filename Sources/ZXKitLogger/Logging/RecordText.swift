internal import ZXKitLogCore
internal import ZXKitLogPOSIX

/// A text that is being written, or an encoded list or map: inside a log call straight into the open record, anywhere else
/// into memory of its own.
///
/// It is small, and all but a kept one is plain bits, so that it travels from the call to the record in registers. It is
/// bounded: what is longer than a message may be is counted and not kept.
@safe
@usableFromInline
struct RecordText: Sendable {
    /// The number of the record that it is a part of, or the address of a literal with `literalMark`; 0 for a kept one.
    private let origin: UInt64
    private let kept: KeptValue?
    /// Where it begins in the record's area.
    private var start: UInt32 = 0
    private(set) var form = TextForm(length: 0)

    /// No address of a process has this bit, and no record's number.
    private static let literalMark: UInt64 = 1 << 63

    /// Begins a text: in the record that the calling thread has open, or one of its own.
    @usableFromInline
    init() {
        guard let producer = Producer.currentlyOpen else {
            self.init(owning: "")
            return
        }
        self.init(origin: producer.openRecord, start: UInt32(truncatingIfNeeded: producer.area.used), length: 0)
    }

    /// A literal.
    @usableFromInline
    init(_ literal: StaticString) {
        guard literal.hasPointerRepresentation, literal.utf8CodeUnitCount <= RecordBounds.message else {
            self.init(owning: literal.description)
            return
        }
        unsafe self.init(
            origin: UInt64(UInt(bitPattern: literal.utf8Start)) | Self.literalMark, start: 0,
            length: literal.utf8CodeUnitCount)
    }

    /// A literal's text: copied into the record that the calling thread has open, as each record needs a message of its own.
    @usableFromInline
    init(message literal: StaticString) {
        guard Producer.currentlyOpen != nil else {
            self.init(literal)
            return
        }
        self.init()
        append(literal: literal)
    }

    private init(origin: UInt64, start: UInt32, length: Int) {
        self.origin = origin
        kept = nil
        self.start = start
        form = TextForm(length: length)
    }

    /// A text that is there already.
    init(owning text: String, excess: Int = 0) {
        guard text.utf8.count > RecordBounds.message else {
            self.init(KeptValue(.text(text), excess: excess))
            return
        }
        self.init(KeptValue(.text("")))
        appendKept(text)
    }

    /// What is kept already.
    init(_ kept: KeptValue) {
        origin = 0
        self.kept = kept
    }

    // MARK: Appending

    /// Whether a private value may be shown; if not, its mask is appended.
    @usableFromInline
    mutating func mayShowPrivate() -> Bool {
        if let producer, producer.showsPrivate {
            form.markPrivate()
            return true
        }
        append(literal: LogPrivacy.mask)
        return false
    }

    /// Appends a literal.
    @usableFromInline
    mutating func append(literal: StaticString) {
        guard literal.hasPointerRepresentation else { return append(literal.description) }
        unsafe append(UnsafeRawBufferPointer(start: literal.utf8Start, count: literal.utf8CodeUnitCount))
    }

    /// Appends a text.
    @usableFromInline
    mutating func append(_ text: String) {
        unsafe text.withBytes { unsafe append($0) }
    }

    /// Appends bytes that are UTF-8 or, in metadata, encoded values.
    @inline(__always)
    mutating func append(_ bytes: UnsafeRawBufferPointer) {
        guard let source = bytes.baseAddress else { return }
        guard let target = unsafe quickRoom(for: bytes.count) else { return unsafe appendSlowly(bytes) }
        unsafe target.copyShort(from: source, byteCount: bytes.count)
    }

    /// Room behind the text, which becomes longer by it; `nil` where that takes more than a few instructions, or is
    /// impossible.
    @inline(__always)
    mutating func quickRoom(for count: Int) -> UnsafeMutableRawPointer? {
        guard let producer, let target = unsafe producer.area.quickRoom(at: form.end(of: start), for: count)
        else { return nil }
        form.lengthen(by: count)
        return unsafe target
    }

    /// Room behind the text, which becomes longer by it; `nil` where the text isn't in the open record or would be too
    /// long.
    ///
    /// If something else was written there meanwhile (a value's description may build messages of its own), this text
    /// moves behind it, so that both stay whole.
    mutating func room(for count: Int) -> UnsafeMutableRawPointer? {
        let length = form.length
        guard let producer, !form.isCut, length + count <= RecordBounds.message else { return nil }
        if producer.area.used != Int(start) + length {
            guard move(in: producer) else { return nil }
        }
        guard let target = unsafe producer.area.room(at: Int(start) + length, for: count) else { return nil }
        form.lengthen(by: count)
        return unsafe target
    }

    @inline(never)
    private mutating func move(in producer: Producer) -> Bool {
        let newStart = producer.area.used
        let length = form.length
        guard let target = unsafe producer.area.room(at: newStart, for: length) else { return false }
        unsafe target.copyMemory(from: producer.area.memory + Int(start), byteCount: length)
        start = UInt32(truncatingIfNeeded: newStart)
        return true
    }

    /// Appends bytes where that isn't a matter of a few instructions: what fits is kept, and the rest counted.
    @inline(never)
    private mutating func appendSlowly(_ bytes: UnsafeRawBufferPointer) {
        guard let producer else { return unsafe appendKept(String(decoding: unsafe bytes, as: UTF8.self)) }
        guard !form.isCut else { return producer.area.addExcess(bytes.count, ofTextAt: start) }
        if let source = bytes.baseAddress, let target = unsafe room(for: bytes.count) {
            return unsafe target.copyMemory(from: source, byteCount: bytes.count)
        }
        let kept = unsafe scalarBoundary(in: bytes, atMost: RecordBounds.message - form.length)
        var excess = bytes.count
        // Where the area is at its bound too, nothing is kept.
        if let source = bytes.baseAddress, let target = unsafe room(for: kept) {
            unsafe target.copyMemory(from: source, byteCount: kept)
            excess -= kept
        }
        form.markCut()
        producer.area.addExcess(excess, ofTextAt: start)
    }

    /// Has it hold a list or map, of which so many bytes were written into the room that was made.
    mutating func finishEncoding(length: Int, depth: Int) {
        form.finishEncoding(length: length, depth: depth)
        producer?.area.cut(to: Int(start) + length)
    }

    // MARK: Reading

    /// The calling thread's producer if it has the record open of which this is a part.
    @inline(__always)
    private var producer: Producer? {
        guard let producer = Producer.known, producer.openRecord == origin else { return nil }
        return producer
    }

    /// How many lists and maps are around its innermost text, or `nil` for a kept value, which may be anything.
    var depth: Int? { kept == nil ? form.depth : nil }

    /// The kept value, or `nil` for what is in a record or a literal.
    var keptValue: LogMetadata.Value? { kept?.value }

    /// What is kept, for this text alone.
    mutating func takeKept() -> KeptValue {
        let text = string
        let excess = excess
        self = RecordText(KeptValue(.text("")))
        return KeptValue(.text(text), excess: excess)
    }

    /// The bytes that weren't kept.
    @inline(__always)
    var excess: Int {
        if form.isCut { return Producer.currentlyOpen?.area.excess(ofTextAt: start) ?? 0 }
        return kept?.excess ?? 0
    }

    /// How many bytes were kept.
    var count: Int {
        unsafe withBytes { $0.count }
    }

    /// Hands its bytes to a closure.
    @inline(__always)
    func withBytes<Result>(_ body: (UnsafeRawBufferPointer) -> Result) -> Result {
        if isReadable, let producer = Producer.currentlyOpen {
            let memory = unsafe UnsafeRawPointer(producer.area.memory + Int(start))
            return unsafe body(UnsafeRawBufferPointer(start: memory, count: form.length))
        }
        if origin >= Self.literalMark {
            let memory = unsafe UnsafeRawPointer(bitPattern: UInt(origin & ~Self.literalMark))
            return unsafe body(UnsafeRawBufferPointer(start: memory, count: form.length))
        }
        var text = storedText
        return text.withUTF8 { unsafe body(UnsafeRawBufferPointer($0)) }
    }

    /// The text that is kept, or what stands for one that can't be read.
    private var storedText: String {
        if let kept { return kept.text }
        return form.revealsPrivate ? LogPrivacy.mask.description : Self.lost
    }

    /// Whether it is a part of the open record, or a literal.
    @inline(__always)
    func isSettled(in producer: Producer) -> Bool {
        origin >= Self.literalMark
            || origin == producer.openRecord && (!form.revealsPrivate || producer.showsPrivate)
    }

    /// Whether it is what the open record begins with, and whole.
    @inline(__always)
    func isBeginning(of producer: Producer) -> Bool {
        origin == producer.openRecord && start == 0 && form.isPlain
    }

    /// Whether it is a part of the open record that begins at an offset or behind it, and whole.
    @inline(__always)
    func isWhole(in producer: Producer, behind offset: Int) -> Bool {
        origin == producer.openRecord && Int(start) >= offset && form.isPlain
    }

    /// Moves it to an offset in front of it, for a text that is whole in the open record.
    ///
    /// - Returns: Its length.
    @inline(__always)
    func moveBehind(_ offset: Int, in producer: Producer) -> Int {
        let length = form.length
        let memory = unsafe producer.area.memory
        unsafe (memory + offset).copyMemory(from: memory + Int(start), byteCount: length)
        return length
    }

    /// The form of a text that is a part of the open record or a literal, and whole.
    @inline(__always)
    func settledForm(in producer: Producer) -> TextForm? {
        guard origin >= Self.literalMark || origin == producer.openRecord, form.isPlain else { return nil }
        return form
    }

    /// A copy in the open record, which there must be.
    @inline(never)
    var copiedIntoRecord: RecordText {
        var copy = RecordText()
        copy.append(string)
        guard excess > 0, let producer = copy.producer else { return copy }
        copy.form.markCut()
        producer.area.addExcess(excess, ofTextAt: copy.start)
        return copy
    }

    /// The length of a text that is settled.
    @inline(__always)
    var settledLength: Int { form.length }

    /// The bytes of a text that is settled. They are good until something more is written.
    @inline(__always)
    func settledBytes(in producer: Producer) -> UnsafeRawBufferPointer {
        let memory =
            origin >= Self.literalMark
            ? unsafe UnsafeRawPointer(bitPattern: UInt(origin & ~Self.literalMark))
            : unsafe UnsafeRawPointer(producer.area.memory + Int(start))
        return unsafe UnsafeRawBufferPointer(start: memory, count: form.length)
    }

    /// The text as a string.
    var string: String {
        if let kept { return kept.text }
        return unsafe withBytes { unsafe String(decoding: unsafe $0, as: UTF8.self) }
    }

    /// Whether it is a part of a record that is still open on this thread and may show it.
    @inline(__always)
    var isReadable: Bool {
        guard origin != 0, let current = Producer.currentlyOpen, current.isOpen(origin) else { return false }
        return !form.revealsPrivate || current.showsPrivate
    }

    /// Stands for the text of a message that was built inside a log call and kept beyond it.
    private static let lost = "<the message of an earlier log call>"
}

/// The longest beginning of UTF-8 that has at most so many bytes and ends on a scalar boundary.
func scalarBoundary(in bytes: UnsafeRawBufferPointer, atMost limit: Int) -> Int {
    guard bytes.count > limit else { return bytes.count }
    var end = max(0, limit)
    // A continuation byte is never a boundary (RFC 3629 §3).
    while end > 0, unsafe bytes[end] & 0xC0 == 0x80 {
        end -= 1
    }
    return end
}
