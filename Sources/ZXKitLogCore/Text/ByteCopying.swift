// The only unsafe code of this module: whole runs of bytes, which the standard library can't yet copy between spans.

extension OutputSpan<UInt8> {
    /// Appends a copy of some bytes; there must be room for them, or nothing is appended.
    @inline(__always)
    mutating func append(copying bytes: Span<UInt8>) {
        guard !bytes.isEmpty, bytes.count <= freeCapacity else { return }
        // Both buffers are valid for the length of the closures and distinct, since one of them is being written. The
        // bytes go behind those that are there, where there is room by the check above.
        unsafe bytes.withUnsafeBufferPointer { source in
            unsafe withUnsafeMutableBufferPointer { buffer, count in
                _ = unsafe buffer[count...].update(fromContentsOf: source)
                count += source.count
            }
        }
    }
}

extension OutputSpan<UInt8> {
    /// Appends a literal; there must be room for it, or nothing is appended.
    @inline(__always)
    mutating func append(_ literal: StaticString) {
        // A literal's bytes are part of the program, so they are there and stay as they are.
        literal.withUTF8Buffer { unsafe append(copying: $0.span) }
    }
}

extension [UInt8] {
    /// A copy of some bytes.
    package init(copying bytes: Span<UInt8>) {
        self.init(capacity: bytes.count) { $0.append(copying: bytes) }
    }
}

extension String {
    /// The text of some bytes. What is no valid UTF-8 in it is replaced with U+FFFD.
    init(repairing bytes: Span<UInt8>) {
        // The buffer is valid during the closure, and the text is a copy of it.
        self = unsafe bytes.withUnsafeBufferPointer { unsafe String(decoding: $0, as: UTF8.self) }
    }
}
