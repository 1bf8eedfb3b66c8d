/// Writes bytes into room that was made for them: a line's parts need one look at the memory, not one each.
///
/// What it is asked to write must fit; where it doesn't, nothing is written. So a mistake in counting the room can lose
/// bytes, but never write beyond it.
@safe
struct LineWriter {
    // `position` and `end` are in the same memory, that of the array or buffer whose `append(room:_:)` hands the writer
    // out, as `inout` and only while it runs. `position` never passes `end`, by the check before each step.
    private var position: UnsafeMutableRawPointer
    private let end: UnsafeMutableRawPointer

    /// - Parameters:
    ///   - start: Memory that nobody else uses while the writer is used.
    ///   - room: How many bytes of it may be written.
    @inline(__always)
    init(at start: UnsafeMutableRawPointer, room: Int) {
        unsafe position = start
        unsafe end = start + room
    }

    /// How many bytes can still be written.
    var room: Int {
        @inline(__always) get { unsafe end - position }
    }

    /// Appends one byte.
    @inline(__always)
    mutating func append(_ byte: UInt8) {
        guard room >= 1 else { return }
        unsafe position.storeBytes(of: byte, as: UInt8.self)
        unsafe position += 1
    }

    /// Appends the first `count` of a word's bytes. All eight are stored, so there must be room for eight.
    @inline(__always)
    mutating func append(_ word: ByteWord, count: Int) {
        guard room >= ByteWord.size, 0...ByteWord.size ~= count else { return }
        unsafe position.storeBytes(of: word.bits.littleEndian, as: UInt64.self)
        unsafe position += count
    }

    /// Appends the first `count` of three words' bytes. All of them are stored, so there must be room for 24.
    @inline(__always)
    mutating func append(_ first: ByteWord, _ second: ByteWord, _ third: ByteWord, count: Int) {
        let size = ByteWord.size
        guard room >= 3 * size, 0...3 * size ~= count else { return }
        unsafe position.storeBytes(of: first.bits.littleEndian, as: UInt64.self)
        unsafe position.storeBytes(of: second.bits.littleEndian, toByteOffset: size, as: UInt64.self)
        unsafe position.storeBytes(of: third.bits.littleEndian, toByteOffset: 2 * size, as: UInt64.self)
        unsafe position += count
    }

    /// Appends a literal.
    @inline(__always)
    mutating func append(_ literal: StaticString) {
        // A literal's bytes are part of the program, so they are there and stay as they are.
        literal.withUTF8Buffer { unsafe append(copying: $0.span) }
    }

    /// Appends a copy of some bytes.
    @inline(__always)
    mutating func append(copying bytes: Span<UInt8>) {
        guard bytes.count <= room else { return }
        // The source is valid during the closure and is other memory, as nobody else uses the writer's.
        unsafe bytes.withUnsafeBytes { source in
            guard let start = source.baseAddress else { return }
            unsafe position.copyMemory(from: start, byteCount: source.count)
        }
        unsafe position += bytes.count
    }

    /// Appends a copy of a text of this class; false, with nothing appended, where it has other bytes.
    @inline(__always)
    mutating func append(_ text: Span<UInt8>, ifAll class: ByteClass) -> Bool {
        guard text.count <= room else { return false }
        // As above: both are valid, as long as the text, and apart.
        let isCopied = unsafe text.withUnsafeBytes { source in
            unsafe BlockCopy.copy(source, to: position, ifAll: `class`)
        }
        if isCopied {
            unsafe position += text.count
        }
        return isCopied
    }

    /// Has a function append that isn't part of its caller: the writer itself is not handed to it but a copy, so that
    /// the compiler can keep the writer in registers for all that is.
    @inline(__always)
    mutating func append(elsewhere write: (inout LineWriter) -> Void) {
        var copy = self
        write(&copy)
        self = copy
    }
}

extension [UInt8] {
    /// Has bytes written behind those that are there.
    ///
    /// - Parameters:
    ///   - room: The most bytes that `write` appends.
    ///   - write: Appends them.
    @inline(__always)
    mutating func append(room: Int, _ write: (inout LineWriter) -> Void) {
        append(addingCapacity: room + ByteWord.size) { span in
            unsafe span.withUnsafeMutableBufferPointer { buffer, count in
                guard let start = buffer.baseAddress else { return }
                var writer = unsafe LineWriter(at: start + count, room: buffer.count - count)
                write(&writer)
                // The writer began behind the bytes that were there, and has filled the room that it no longer has.
                count = buffer.count - writer.room
            }
        }
    }
}
