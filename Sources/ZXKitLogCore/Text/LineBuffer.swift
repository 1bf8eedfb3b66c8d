/// Lines that grow at their end, and then are written somewhere: memory of its own, since an array looks at who else
/// holds it, and at its room, for each part of a line.
@safe
package struct LineBuffer: ~Copyable {
    // Only this value has `memory`, of which `capacity` bytes are allocated and the first `count` are written. A writer
    // gets the rest, and only for as long as `append(room:_:)` runs.
    private var memory: UnsafeMutableRawPointer
    private var capacity = 0
    /// How many bytes there are.
    package private(set) var count = 0

    /// Makes an empty buffer.
    package init() {
        unsafe memory = .allocate(byteCount: 0, alignment: 1)
    }

    deinit {
        unsafe memory.deallocate()
    }

    /// Appends a copy of some bytes.
    package mutating func append(copying bytes: Span<UInt8>) {
        append(room: bytes.count) { $0.append(copying: bytes) }
    }

    /// Has bytes written behind those that are there.
    ///
    /// - Parameters:
    ///   - room: The most bytes that `write` appends.
    ///   - write: Appends them.
    @inline(__always)
    mutating func append(room: Int, _ write: (inout LineWriter) -> Void) {
        let room = room &+ ByteWord.size
        if capacity &- count < room {
            grow(toFit: room)
        }
        var writer = unsafe LineWriter(at: memory + count, room: capacity &- count)
        write(&writer)
        // The writer began behind the bytes that were there, and has filled the room that it no longer has.
        count = capacity &- writer.room
    }

    /// Makes the capacity at least twice as large, so that bytes are seldom moved.
    @inline(never)
    private mutating func grow(toFit room: Int) {
        let capacity = max(2 * capacity, count + room)
        let larger = UnsafeMutableRawPointer.allocate(byteCount: capacity, alignment: 1)
        unsafe larger.copyMemory(from: memory, byteCount: count)
        unsafe memory.deallocate()
        unsafe memory = larger
        self.capacity = capacity
    }

    /// Removes all bytes, and gives the memory back if it is larger than this.
    package mutating func removeAll(keepingCapacityUpTo limit: Int) {
        count = 0
        guard capacity > limit else { return }
        self = LineBuffer()
    }

    /// Calls with the bytes of a range, which must be there.
    package func withBytes<Result, Failure: Error>(
        in range: Range<Int>, _ body: (RawSpan) throws(Failure) -> Result
    ) throws(Failure) -> Result {
        precondition(range.lowerBound >= 0 && range.upperBound <= count)
        // The bytes are there by the check, were written, and stay as they are while the buffer is borrowed.
        let bytes = unsafe UnsafeRawBufferPointer(start: memory + range.lowerBound, count: range.count)
        return try body(unsafe bytes.bytes)
    }
}
