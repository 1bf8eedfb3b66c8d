internal import BenchmarkSupport
internal import CBenchmarkSupport
internal import Glibc

/// What a log file has in it: the far end, where records are counted.
struct LogFileContent {
    /// Records of the benchmark.
    private(set) var records = 0
    /// Gaps that our file sink told.
    private(set) var gaps = 0

    /// The label of the benchmarks' records; all others are what a library says about itself.
    private static let label = Array(" bench.worker: ".utf8)
    private static let peersLabel = Array(" [bench.worker] ".utf8)
    private static let gap = Array("-- ".utf8)

    /// Reads a file.
    init(of path: String) throws(BenchmarkError) {
        let descriptor = try BenchmarkError.check("open \(path)", open(path, O_RDONLY | O_CLOEXEC))
        defer { close(descriptor) }
        var counted = LogFileContent()
        var rest: [UInt8] = []
        try DescriptorReading.forEachPiece(of: descriptor) { piece in
            rest += piece
            let end = rest.withUnsafeBytes { counted.countLines(in: $0) }
            rest.removeFirst(end)
        }
        guard rest.isEmpty else { throw BenchmarkError("the last line of \(path) is not whole") }
        self = counted
    }

    private init() {}

    /// Counts whole lines, and returns where the rest begins.
    private mutating func countLines(in bytes: UnsafeRawBufferPointer) -> Int {
        var start = 0
        while let base = bytes.baseAddress, start < bytes.count,
            let feed = memchr(base + start, 0x0A, bytes.count - start)
        {
            let end = base.distance(to: UnsafeRawPointer(feed))
            count(UnsafeRawBufferPointer(rebasing: bytes[start..<end]))
            start = end + 1
        }
        return start
    }

    private mutating func count(_ line: UnsafeRawBufferPointer) {
        if line.starts(with: Self.gap) {
            gaps += 1
        } else if Self.contains(line, Self.label) || Self.contains(line, Self.peersLabel) {
            records += 1
        }
    }

    private static func contains(_ line: UnsafeRawBufferPointer, _ word: [UInt8]) -> Bool {
        benchmark_contains(line.baseAddress, line.count, word, word.count)
    }
}
