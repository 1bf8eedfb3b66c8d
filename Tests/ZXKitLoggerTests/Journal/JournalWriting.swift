import ZXKitLogCore

@testable import ZXKitLogger

extension Journal {
    /// Appends a record as the collector does; its number is the next.
    @discardableResult
    func append(_ record: LogRecord, origin: SinkOrigin) -> UInt64? {
        let label = LabelName(record.label, isKept: false)
        let names = [record.file ?? "", record.function ?? ""].map { Array($0.utf8) }
        let copy = CopiedRecord(
            level: record.level, thread: Int32(record.thread ?? 0), label: label, site: .none,
            message: Array(record.message.utf8), excess: 0,
            metadata: record.metadata.isEmpty ? [] : MetadataCBOR.encode(record.metadata))
        var sequence: UInt64?
        copy.withParts { parts in
            let size = RecordHeader.size(withTexts: parts.textLength)
            let memory = UnsafeMutableRawPointer.allocate(byteCount: size, alignment: RecordHeader.alignment)
            defer { memory.deallocate() }
            names[0].withUnsafeBytes { file in
                names[1].withUnsafeBytes { function in
                    var header = parts.header(.texts, size: size, dropped: 0, in: number)
                    header.origin = origin
                    header.file = file.baseAddress
                    header.fileLength = UInt16(file.count)
                    header.function = function.baseAddress
                    header.functionLength = UInt16(function.count)
                    header.line = record.line.map(UInt32.init) ?? CallSite.noLine
                    memory.storeBytes(of: header, as: RecordHeader.self)
                    parts.writeTexts(to: memory + MemoryLayout<RecordHeader>.size)
                    sequence = appendRecord(at: memory, wallTime: record.time)
                }
            }
        }
        return sequence
    }

    private func appendRecord(at memory: UnsafeMutableRawPointer, wallTime: LogTime) -> UInt64? {
        let header = UnsafePointer(memory.assumingMemoryBound(to: RecordHeader.self))
        let sequence = write { state -> UInt64? in
            guard !state.isClosed else { return nil }
            return state.append(RingRecord(header), wallTime: wallTime) ? state.nextSequence - 1 : nil
        }
        wakeSleepers()
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
