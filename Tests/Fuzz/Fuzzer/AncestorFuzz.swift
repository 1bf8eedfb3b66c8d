import ZXKitLogCore

/// However an ancestor's stream is cut into reads, the same records come out, and no more bytes than went in.
enum AncestorFuzz {
    static func run(_ bytes: [UInt8]) {
        guard let reads = Reads(bytes) else { return }
        let whole = records(of: [reads.stream])
        precondition(records(of: reads.pieces) == whole, "reads change what is decoded")
        // Each replaced byte that is no UTF-8 takes three.
        precondition(whole.reduce(0) { $0 + $1.message.utf8.count } <= 3 * reads.stream.count, "bytes were made up")
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
