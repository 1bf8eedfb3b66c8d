/// Numbers whose highest byte comes first.
enum BigEndian {
    /// The number in so many bytes, 1 to 8, from an index on; they must be there.
    @inline(__always)
    static func number(at start: Int, size: Int, in bytes: Span<UInt8>) -> UInt64 {
        let before = start &+ size &- MemoryLayout<UInt64>.size
        guard before >= 0 else { return slowNumber(at: start, size, in: bytes) }
        // Eight bytes that end where the number does: they are there, and initialised, as bytes have no padding. Those
        // in front of the number are masked out.
        let word = unsafe bytes.bytes.unsafeLoadUnaligned(fromUncheckedByteOffset: before, as: UInt64.self)
        return UInt64(bigEndian: word) & UInt64.max &>> UInt64(truncatingIfNeeded: 64 &- 8 &* size)
    }

    /// The same close to the beginning of all bytes.
    @inline(never)
    private static func slowNumber(at start: Int, _ size: Int, in bytes: Span<UInt8>) -> UInt64 {
        var number: UInt64 = 0
        for index in start..<start + size {
            number = number << 8 | UInt64(bytes[index])
        }
        return number
    }
}
