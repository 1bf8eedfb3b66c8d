import ZXKitLogCore

extension LogConnection.Event {
    /// About how many bytes of memory the event takes: its text, and a share for what holds it.
    var approximateSize: Int {
        guard case .record(let record) = self else { return Self.overhead }
        let texts = record.message.utf8.count + record.label.utf8.count + (record.file?.utf8.count ?? 0)
        return Self.overhead + texts + (record.function?.utf8.count ?? 0) + record.metadata.approximateSize
    }

    private static var overhead: Int { MemoryLayout<LogRecord>.stride + 64 }
}

extension LogMetadata {
    fileprivate var approximateSize: Int {
        reduce(0) { $0 + $1.key.utf8.count + $1.value.approximateSize }
    }
}

extension LogMetadata.Value {
    // The wire bounds how deep values are nested, so the recursion is bounded too.
    fileprivate var approximateSize: Int {
        let own = MemoryLayout<LogMetadata.Value>.stride * 2
        switch self {
        case .text(let text): return own + text.utf8.count
        case .array(let values): return values.reduce(own) { $0 + $1.approximateSize }
        case .map(let map): return own + map.approximateSize
        }
    }
}
