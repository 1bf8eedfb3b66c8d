/// Where the metadata of a record is in its frame, if it is as most metadata is: a few texts under distinct ASCII keys.
package struct FlatMetadata {
    /// How many pairs there are.
    package let count: Int
    private let start: Int

    /// Finds a map of texts, or a `null` for none; `nil` where it is anything else.
    @inline(__always)
    init?(_ scanner: inout FrameScanner, in frame: Span<UInt8>) {
        if scanner.null(in: frame) {
            self.init(count: 0, start: scanner.position)
        } else {
            // A copy, so that the compiler can keep the scanner itself in registers.
            var copy = scanner
            self.init(map: &copy, in: frame)
            scanner = copy
        }
    }

    private init(count: Int, start: Int) {
        self.count = count
        self.start = start
    }

    @inline(never)
    private init?(map scanner: inout FrameScanner, in frame: Span<UInt8>) {
        guard let count = scanner.head(.map, in: frame), count <= Self.longest else { return nil }
        self.count = Int(count)
        start = scanner.position
        for index in 0..<Int(count) {
            guard let key = scanner.text(in: frame), let _ = scanner.text(in: frame),
                Self.isASCII(frame.extracting(key)), !has(frame.extracting(key), before: index, in: frame)
            else { return nil }
        }
    }

    /// Each key is compared with all before it, so there must not be many.
    private static let longest = 16

    /// Keys with other text could become the same when they are repaired, and the last value of a repeated key counts.
    private static func isASCII(_ bytes: Span<UInt8>) -> Bool {
        var union: UInt8 = 0
        for index in bytes.indices {
            union |= bytes[index]
        }
        return union < 0x80
    }

    private func has(_ key: Span<UInt8>, before count: Int, in frame: Span<UInt8>) -> Bool {
        var scanner = FrameScanner(at: start)
        for _ in 0..<count {
            guard let other = scanner.text(in: frame), scanner.text(in: frame) != nil else { return false }
            if BlockComparison.areEqual(key, frame.extracting(other)) { return true }
        }
        return false
    }

    /// Calls for each pair in its order, with the places of key and value in the frame that this was found in.
    @inline(__always)
    func forEach(in frame: Span<UInt8>, _ body: (_ key: Range<Int>, _ value: Range<Int>) -> Void) {
        var scanner = FrameScanner(at: start)
        for _ in 0..<count {
            guard let key = scanner.text(in: frame), let value = scanner.text(in: frame) else { return }
            body(key, value)
        }
    }
}
