/// Numbers whose highest byte comes first.
enum BigEndian {
    /// The number in so many bytes, 1 to 8, that end before an index; they must be there, and as many before them as make
    /// eight.
    @inline(__always)
    static func number(before end: Int, size: Int, in bytes: Span<UInt8>) -> UInt64 {
        // Eight bytes that end where the number does: they are there, and initialised, as bytes have no padding. Those
        // in front of the number are shifted out.
        let start = end &- MemoryLayout<UInt64>.size
        let word = unsafe bytes.bytes.unsafeLoadUnaligned(fromUncheckedByteOffset: start, as: UInt64.self)
        return UInt64(bigEndian: word) & UInt64.max &>> UInt64(truncatingIfNeeded: 64 &- 8 &* size)
    }
}
