import ZXKitLogCore

@testable import ZXKitLogger

extension Journal {
    /// Appends a record as the collector does; its number is the next.
    @discardableResult
    func append(_ record: LogRecord, origin: SinkOrigin) -> UInt64? {
        let parts = RecordParts(
            level: record.level, time: 0, thread: Int32(record.thread ?? 0), line: record.line ?? -1,
            label: record.label, message: RecordText(owning: record.message),
            metadata: record.metadata.isEmpty ? .none : .bytes(MetadataCBOR.encode(.map(record.metadata))),
            file: record.file ?? "", function: record.function ?? "")
        var header = parts.header(in: number)
        header.origin = origin
        let size = MemoryLayout<RecordHeader>.size + header.textLength
        let memory = UnsafeMutableRawPointer.allocate(byteCount: size, alignment: RecordHeader.alignment)
        defer { memory.deallocate() }
        memory.storeBytes(of: header, as: RecordHeader.self)
        parts.writeTexts(to: memory + MemoryLayout<RecordHeader>.size)
        var sequence: UInt64?
        _ = append(atMost: 1) { state in
            guard !state.isClosed else { return .nothing }
            sequence = state.nextSequence
            return state.append(RingRecord(memory), wallTime: record.time) ? .appended : .mustWait
        }
        return sequence
    }
}

extension JournalSlice {
    /// The record at an index, decoded.
    func record(at index: Int) -> LogRecord? {
        guard case .record(let record) = item(at: index) else { return nil }
        return record
    }
}
