extension UnsafeMutableRawPointer {
    /// Copies memory that doesn't overlap. Texts are mostly short: for 32 bytes and fewer a few instructions stand for a
    /// call that would first find out how long they are.
    @inline(__always)
    func copyShort(from source: UnsafeRawPointer, byteCount: Int) {
        if byteCount > 32 {
            unsafe copyMemory(from: source, byteCount: byteCount)
        } else if byteCount >= 16 {
            unsafe copyEnds(SIMD16<UInt8>.self, from: source, byteCount)
        } else if byteCount >= 8 {
            unsafe copyEnds(UInt64.self, from: source, byteCount)
        } else if byteCount >= 4 {
            unsafe copyEnds(UInt32.self, from: source, byteCount)
        } else if byteCount >= 2 {
            unsafe copyEnds(UInt16.self, from: source, byteCount)
        } else if byteCount == 1 {
            unsafe copyEnds(UInt8.self, from: source, byteCount)
        }
    }

    /// Copies the first and the last bytes, as many as a number has: they may overlap, and together they are all.
    @inline(__always)
    private func copyEnds<Number: BitwiseCopyable>(
        _ type: Number.Type, from source: UnsafeRawPointer, _ byteCount: Int
    ) {
        let last = byteCount &- MemoryLayout<Number>.size
        let first = unsafe source.loadUnaligned(as: type)
        let end = unsafe source.loadUnaligned(fromByteOffset: last, as: type)
        unsafe storeBytes(of: first, as: type)
        unsafe storeBytes(of: end, toByteOffset: last, as: type)
    }
}
