internal import Glibc

/// Reads descriptors to their end.
public enum DescriptorReading {
    /// Hands out what comes in pieces until the end.
    public static func forEachPiece(
        of descriptor: Int32, _ body: (UnsafeRawBufferPointer) -> Void
    ) throws(BenchmarkError) {
        let buffer = UnsafeMutableRawBufferPointer.allocate(byteCount: 256 * 1_024, alignment: 16)
        defer { buffer.deallocate() }
        while true {
            let count = read(descriptor, buffer.baseAddress, buffer.count)
            if count == 0 { return }
            if count > 0 {
                body(UnsafeRawBufferPointer(rebasing: buffer[..<count]))
            } else if errno != EINTR {
                throw .system("read")
            }
        }
    }

    /// All text until the end.
    public static func text(of descriptor: Int32) throws(BenchmarkError) -> String {
        var bytes: [UInt8] = []
        try forEachPiece(of: descriptor) { bytes += $0 }
        return String(decoding: bytes, as: UTF8.self)
    }

    /// The text of a small file, as those in /proc are.
    public static func text(ofFile path: String) throws(BenchmarkError) -> String {
        let descriptor = try BenchmarkError.check("open \(path)", open(path, O_RDONLY | O_CLOEXEC))
        defer { close(descriptor) }
        return try text(of: descriptor)
    }
}
