extension String {
    /// Hands its UTF-8 to a closure, where it lies. `withUTF8` alone would take a copy of the string, and so a reference
    /// count, each time; it is left for strings that aren't contiguous, which Swift itself doesn't make.
    @inline(__always)
    func withBytes(_ body: (UnsafeRawBufferPointer) -> Void) {
        let isDone: Void? = unsafe utf8.withContiguousStorageIfAvailable { bytes in
            unsafe body(UnsafeRawBufferPointer(bytes))
        }
        guard isDone == nil else { return }
        var copy = self
        copy.withUTF8 { unsafe body(UnsafeRawBufferPointer($0)) }
    }
}
