// Whole runs of bytes, which the standard library can't yet copy from a span.

extension [UInt8] {
    /// A copy of some bytes.
    package init(copying bytes: Span<UInt8>) {
        // The buffer is valid during the closure, and the array is a copy of it.
        self = unsafe bytes.withUnsafeBufferPointer { unsafe Array($0) }
    }

    /// Appends a copy of some bytes.
    mutating func append(copying bytes: Span<UInt8>) {
        // As above.
        unsafe bytes.withUnsafeBufferPointer { unsafe append(contentsOf: $0) }
    }
}

extension String {
    /// The text of some bytes. What is no valid UTF-8 in it is replaced with U+FFFD.
    init(repairing bytes: Span<UInt8>) {
        // The buffer is valid during the closure, and the text is a copy of it.
        self = unsafe bytes.withUnsafeBufferPointer { unsafe String(decoding: $0, as: UTF8.self) }
    }
}
