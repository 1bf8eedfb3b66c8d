/// Copies text and looks at it at the same time, 16 bytes at once.
///
/// It reads and writes exactly the bytes of the text: the last block overlaps the one before it where the length is no
/// multiple of 16, and of a text that is shorter than a block, two overlapping parts make one.
enum BlockCopy {
    private static let size = MemoryLayout<ByteClass.Block>.size

    /// Copies a text if all its bytes are of a class; otherwise the target's bytes mean nothing afterwards.
    ///
    /// - Parameters:
    ///   - source: The text.
    ///   - target: Other memory, with room for as many bytes.
    ///   - class: What the text must be made of.
    /// - Returns: Whether it is.
    @inline(__always)
    static func copy(
        _ source: UnsafeRawBufferPointer, to target: UnsafeMutableRawPointer, ifAll class: ByteClass
    ) -> Bool {
        guard let start = source.baseAddress, source.count > 0 else { return true }
        let suspects =
            source.count >= size
            ? unsafe copyBlocks(start, source.count, to: target, `class`)
            : `class`.suspects(in: unsafe copyShort(start, source.count, to: target))
        return !ByteClass.hasSuspect(suspects)
    }

    /// Copies a block or more, and says what is suspect.
    @inline(__always)
    private static func copyBlocks(
        _ source: UnsafeRawPointer, _ count: Int, to target: UnsafeMutableRawPointer, _ class: ByteClass
    ) -> ByteClass.Block {
        // Each block begins at 0 or above, and the last one ends where the text ends.
        let last = count &- size
        var suspects = ByteClass.Block()
        var index = 0
        while index < last {
            suspects |= `class`.suspects(in: unsafe copyBlock(source + index, to: target + index))
            index &+= size
        }
        return suspects | `class`.suspects(in: unsafe copyBlock(source + last, to: target + last))
    }

    @inline(__always)
    private static func copyBlock(_ source: UnsafeRawPointer, to target: UnsafeMutableRawPointer) -> ByteClass.Block {
        let block = unsafe source.loadUnaligned(as: ByteClass.Block.self)
        unsafe target.storeBytes(of: block, as: ByteClass.Block.self)
        return block
    }

    // MARK: Less than a block

    /// Copies a byte or more, and returns all of them in a block, some repeatedly: zeros would be of no class.
    @inline(__always)
    private static func copyShort(
        _ source: UnsafeRawPointer, _ count: Int, to target: UnsafeMutableRawPointer
    ) -> ByteClass.Block {
        switch count {
        case 8...: unsafe copyParts(source, count, to: target, as: UInt64.self)
        case 4...: unsafe copyParts(source, count, to: target, as: UInt32.self)
        case 2...: unsafe copyParts(source, count, to: target, as: UInt16.self)
        default: unsafe copyParts(source, count, to: target, as: UInt8.self)
        }
    }

    /// Copies the first and the last bytes, as many as a part has; there must be one part at least and two at most.
    @inline(__always)
    private static func copyParts<Part: FixedWidthInteger & BitwiseCopyable>(
        _ source: UnsafeRawPointer, _ count: Int, to target: UnsafeMutableRawPointer, as: Part.Type
    ) -> ByteClass.Block {
        let last = count &- MemoryLayout<Part>.size
        let first: Part = unsafe copyPart(source, to: target)
        let second: Part = unsafe copyPart(source + last, to: target + last)
        return ByteClass.Block(repeated(first), repeated(second))
    }

    @inline(__always)
    private static func copyPart<Part: FixedWidthInteger & BitwiseCopyable>(
        _ source: UnsafeRawPointer, to target: UnsafeMutableRawPointer
    ) -> Part {
        let part = unsafe source.loadUnaligned(as: Part.self)
        unsafe target.storeBytes(of: part, as: Part.self)
        return part
    }

    /// A word that is filled with a part.
    @inline(__always)
    private static func repeated<Part: FixedWidthInteger>(_ part: Part) -> UInt64 {
        UInt64(truncatingIfNeeded: part) &* (UInt64.max / UInt64(truncatingIfNeeded: Part.max))
    }
}
