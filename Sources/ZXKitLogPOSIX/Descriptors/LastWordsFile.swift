import CZXKitSupport

/// A file that is open for appending, and to which `LastWords` writes as well as long as the value lives.
package struct LastWordsFile: ~Copyable, Sendable {
    private let descriptor: OwnedDescriptor

    /// Takes over a descriptor.
    ///
    /// - Parameters:
    ///   - descriptor: The open file.
    ///   - path: Its path: a forked child that opens it too closes what it inherited.
    package init(_ descriptor: consuming OwnedDescriptor, path: String) {
        // FNV-1a with 64 bits (RFC 9923 §2): paths need not resist anybody.
        let key = path.utf8.reduce(0xCBF2_9CE4_8422_2325 as UInt64) { ($0 ^ UInt64($1)) &* 0x0000_0100_0000_01B3 }
        zxkit_last_words_add(descriptor.rawValue, key)
        self.descriptor = descriptor
    }

    deinit {
        zxkit_last_words_remove(descriptor.rawValue)
    }

    /// Writes once; see `OwnedDescriptor.write`.
    package borrowing func write(_ bytes: RawSpan) throws(SystemCallError) -> WriteResult {
        try descriptor.write(bytes)
    }
}

/// A line for crash handlers.
package enum LastWords {
    /// Writes a literal and a line feed to every `LastWordsFile` and to standard error. Async-signal-safe; `errno` is kept.
    package static func write(_ text: StaticString) {
        // The literal is in the program's own memory, or a single scalar, which this puts on the stack.
        text.withUTF8Buffer { bytes in
            guard let start = bytes.baseAddress else { return }
            unsafe start.withMemoryRebound(to: CChar.self, capacity: bytes.count) { characters in
                unsafe zxkit_last_words_write(characters, bytes.count)
            }
        }
    }
}
