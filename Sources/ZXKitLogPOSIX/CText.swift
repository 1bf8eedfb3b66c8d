import Glibc

extension String {
    /// Copies a C string, terminated by NUL, that the C library keeps valid; nil for a null pointer.
    init?(staticCString pointer: UnsafePointer<CChar>?) {
        guard let pointer = unsafe pointer else { return nil }
        unsafe self.init(cString: pointer)
    }

    /// Takes a text that the C library writes into a buffer; what isn't UTF-8 is repaired.
    ///
    /// - Parameters:
    ///   - capacity: how many bytes `body` may write.
    ///   - body: writes a text, with or without a NUL at its end, and says whether it did.
    init?(ofAtMost capacity: Int, writtenBy body: (UnsafeMutablePointer<CChar>, Int) -> Bool) {
        // All zeros, and one byte more than the C library is told: a NUL ends the text, whatever was written.
        var buffer = [CChar](repeating: 0, count: capacity + 1)
        let isWritten = unsafe buffer.withUnsafeMutableBufferPointer { memory in
            guard let start = memory.baseAddress else { return false }
            return unsafe body(start, capacity)
        }
        guard isWritten else { return nil }
        self.init(decoding: buffer.prefix { $0 != 0 }.map(UInt8.init(bitPattern:)), as: UTF8.self)
    }
}
