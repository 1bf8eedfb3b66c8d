internal import ZXKitLogCore
internal import ZXKitLogPOSIX

/// What bytes are written to.
protocol ByteDestination {
    /// Writes some bytes, perhaps not all.
    ///
    /// - Returns: How many were taken.
    func writeOnce(_ bytes: RawSpan) throws(LogError) -> Int
}

/// Renders batches with a format and writes them in chunks of whole records.
///
/// When a write fails, what is left of the batch stays here: the same batch comes again, and is then continued where it
/// stopped, so that nothing is written twice or torn.
final class BatchOutput {
    private let renderer: any BatchRenderer
    private let chunkSize: Int
    private var bytes = LineBuffer()
    private var position = 0
    /// Where each record ends, in `bytes`.
    private var ends: [Int] = []

    /// - Parameters:
    ///   - format: How an item looks.
    ///   - chunkSize: The most bytes in one write; a single record may be longer.
    init(format: any LogFormat, chunkSize: Int) {
        renderer = batchRenderer(for: format)
        self.chunkSize = chunkSize
    }

    /// Writes a batch, or what is left of it.
    ///
    /// - Parameters:
    ///   - batch: What to write.
    ///   - destination: Where it goes.
    /// - Throws: What kept the destination from taking it; then the rest stays here.
    func write(_ batch: LogBatch, to destination: some ByteDestination) throws(LogError) {
        try ForkGate.working { () throws(LogError) in try writeAll(of: batch, to: destination) }
    }

    private func writeAll(of batch: LogBatch, to destination: some ByteDestination) throws(LogError) {
        if position == bytes.count {
            render(batch)
        }
        while position < bytes.count {
            let end = chunkEnd()
            position += try writeChunk(to: destination, upTo: end)
        }
    }

    private func writeChunk(to destination: some ByteDestination, upTo end: Int) throws(LogError) -> Int {
        try bytes.withBytes(in: position..<end) { (chunk) throws(LogError) in try destination.writeOnce(chunk) }
    }

    private func render(_ batch: LogBatch) {
        bytes.removeAll(keepingCapacityUpTo: 1_024 * 1_024)
        ends.removeAll(keepingCapacity: true)
        position = 0
        renderer.append(batch, to: &bytes, ends: &ends)
    }

    /// The end of the last record that fits into a chunk, or of the first where none does.
    private func chunkEnd() -> Int {
        ends[max(firstEnd(beyond: position), firstEnd(beyond: position + chunkSize) - 1)]
    }

    /// The index of the first end behind a position. A search in halves: a chunk has hundreds of records.
    private func firstEnd(beyond position: Int) -> Int {
        var low = 0
        var high = ends.count
        while low < high {
            let middle = (low + high) / 2
            if ends[middle] <= position {
                low = middle + 1
            } else {
                high = middle
            }
        }
        return low
    }
}
