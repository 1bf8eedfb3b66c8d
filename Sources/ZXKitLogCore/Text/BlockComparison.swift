/// Compares bytes, eight at once: the last eight overlap those before them where the length is no multiple of eight.
enum BlockComparison {
    private static let size = MemoryLayout<UInt64>.size

    /// Whether both are the same bytes.
    @inline(__always)
    static func areEqual(_ left: Span<UInt8>, _ right: Span<UInt8>) -> Bool {
        guard left.count == right.count else { return false }
        guard left.count >= size else { return areEqualShort(left, right) }
        // Each block begins at 0 or above, and the last one ends where the bytes end.
        let last = left.count &- size
        var index = 0
        while index < last {
            guard block(of: left, at: index) == block(of: right, at: index) else { return false }
            index &+= size
        }
        return block(of: left, at: last) == block(of: right, at: last)
    }

    @inline(__always)
    private static func block(of bytes: Span<UInt8>, at index: Int) -> UInt64 {
        // Eight bytes are there, and initialised, as bytes have no padding.
        unsafe bytes.bytes.unsafeLoadUnaligned(fromUncheckedByteOffset: index, as: UInt64.self)
    }

    /// Compares what is shorter than a block.
    @inline(__always)
    private static func areEqualShort(_ left: Span<UInt8>, _ right: Span<UInt8>) -> Bool {
        for index in left.indices where left[index] != right[index] {
            return false
        }
        return true
    }
}
