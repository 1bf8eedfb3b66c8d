internal import ZXKitLogCore

/// A record that is about to be written into a ring: what its header says, and where its texts are.
@safe
struct RecordParts {
    let level: LogLevel
    /// In ticks.
    var time: UInt64
    let thread: Int32
    let label: LabelName
    let site: CallSite
    // Good as long as the call that builds the record: they point into the producer's area, a literal or a copy.
    let message: UnsafeRawBufferPointer
    /// The bytes of the message that weren't kept.
    let excess: Int
    /// Encoded as a CBOR map; empty for none.
    let metadata: UnsafeRawBufferPointer

    /// Whether it has what only few records have.
    @inline(__always)
    var hasDetails: Bool { excess > 0 || !label.isKept }

    /// The bytes that stand behind the header.
    @inline(__always)
    var textLength: Int {
        let length = unsafe message.count &+ metadata.count
        return hasDetails ? length + detailsLength : length
    }

    @inline(never)
    private var detailsLength: Int { MemoryLayout<RecordHeader.Details>.size + Int(details.labelLength) }

    private var details: RecordHeader.Details {
        unsafe RecordHeader.Details(
            originalSize: excess > 0 ? UInt64(message.count + excess) : 0,
            labelLength: label.isKept ? 0 : UInt64(label.text.utf8.count))
    }

    /// The header, for a record of a size in a ring that dropped so many before.
    @inline(__always)
    func header(
        _ content: RecordHeader.Content, size: Int, dropped: UInt64, in journal: JournalNumber
    ) -> RecordHeader {
        unsafe RecordHeader(
            size: UInt32(truncatingIfNeeded: size), content: content, level: level, origin: .current(in: journal),
            hasDetails: hasDetails, time: time, label: label.isKept ? label.reference.address : nil,
            file: site.file, function: site.function, messageLength: UInt32(truncatingIfNeeded: message.count),
            metadataLength: UInt32(truncatingIfNeeded: metadata.count), fileLength: site.fileLength,
            functionLength: site.functionLength, line: site.line, thread: thread,
            dropped: UInt32(truncatingIfNeeded: dropped))
    }

    /// Writes what stands behind the header; there must be room for `textLength` bytes.
    @inline(__always)
    func writeTexts(to target: UnsafeMutableRawPointer) {
        var position = unsafe target
        if hasDetails {
            unsafe writeDetails(to: &position)
        }
        unsafe Self.write(message, to: &position)
        unsafe Self.write(metadata, to: &position)
    }

    @inline(never)
    private func writeDetails(to position: inout UnsafeMutableRawPointer) {
        unsafe position.storeBytes(of: details, as: RecordHeader.Details.self)
        unsafe position += MemoryLayout<RecordHeader.Details>.size
        guard !label.isKept else { return }
        unsafe label.text.withBytes { unsafe Self.write($0, to: &position) }
    }

    @inline(__always)
    private static func write(_ bytes: UnsafeRawBufferPointer, to position: inout UnsafeMutableRawPointer) {
        guard let source = bytes.baseAddress, bytes.count > 0 else { return }
        unsafe position.copyMemory(from: source, byteCount: bytes.count)
        unsafe position += bytes.count
    }
}
