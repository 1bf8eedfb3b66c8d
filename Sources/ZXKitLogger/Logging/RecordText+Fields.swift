internal import ZXKitLogCore

/// Lists and maps of a call's metadata.
extension RecordText {
    /// A list: encoded at once inside a log call if it is small, else a value.
    @usableFromInline
    static func array(_ elements: UnsafeBufferPointer<LogFields.Value>) -> RecordText {
        let fields = unsafe LiteralFields(elements)
        return fields.encoded ?? RecordText(KeptValue(.array(unsafe elements.map(\.content.value))))
    }

    /// A map: encoded at once inside a log call if it is small and its keys are unique, else a value.
    @usableFromInline
    static func map(_ elements: UnsafeBufferPointer<(String, LogFields.Value)>) -> RecordText {
        let fields = unsafe LiteralFields(elements)
        if let encoded = fields.encoded { return encoded }
        return RecordText(KeptValue(.map(LogMetadata(unsafe elements.map { ($0.0, $0.1.content.value) }))))
    }

    /// The content as a value of its own.
    var value: LogMetadata.Value {
        if let keptValue { return keptValue }
        guard let depth, depth > 0 else { return .text(string) }
        let bytes = unsafe withBytes { unsafe [UInt8]($0) }
        return MetadataCBOR.decode(bytes) ?? .map([:])
    }
}

extension LogFields {
    /// The metadata in the open record, within its bounds; `nil` for none.
    var copiedIntoRecord: LogFields? {
        let bytes = encodedBytes
        guard !bytes.isEmpty else { return nil }
        var text = RecordText()
        unsafe bytes.withUnsafeBytes { unsafe text.append($0) }
        return LogFields(text)
    }

    /// The metadata encoded as a record has it, within its bounds; empty for none.
    var encodedBytes: [UInt8] {
        if content.isReadable { return unsafe content.withBytes { unsafe Array($0) } }
        guard case .map(let metadata) = content.value, !metadata.isEmpty else { return [] }
        return MetadataCBOR.encode(.map(RecordBounds.bounded(metadata)))
    }
}
