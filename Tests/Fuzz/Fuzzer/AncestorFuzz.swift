import ZXKitLogCore

/// However an ancestor's stream is cut into reads, the same records come out, and no more bytes than went in.
enum AncestorFuzz {
    /// The first byte says how large the pieces are.
    static func run(_ bytes: [UInt8]) {
        guard let size = bytes.first.map({ Int($0) % 64 + 1 }) else { return }
        let stream = bytes.dropFirst()
        let whole = records(of: [stream])
        let pieces = stride(from: stream.startIndex, to: stream.endIndex, by: size).map {
            stream[$0..<min($0 + size, stream.endIndex)]
        }
        precondition(records(of: pieces) == whole, "pieces of \(size) bytes decode to something else")
        // Each replaced byte that is no UTF-8 takes three.
        precondition(whole.reduce(0) { $0 + $1.message.utf8.count } <= 3 * stream.count, "bytes were made up")
    }

    private static func records(of pieces: [ArraySlice<UInt8>]) -> [LogRecord] {
        var decoder = AncestorDecoder()
        var records: [LogRecord] = []
        for piece in pieces {
            decoder.append(piece)
            while let record = try? decoder.next() {
                records.append(record)
            }
        }
        return records + (decoder.flush().map { [$0] } ?? [])
    }
}
