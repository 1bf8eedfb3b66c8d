/// Reads one frame's bytes, without its length, into an item.
package enum FrameReader {
    /// The item that a frame's bytes hold. Fields of a later version, at the end, are passed over.
    package static func item(in bytes: ArraySlice<UInt8>) throws(WireError) -> WireItem {
        var reader = CBORReader(bytes)
        let count = try reader.arrayCount()
        guard count > 0 else { throw WireError(.unexpected, "a frame without a kind") }
        let number = try reader.unsigned()
        guard let kind = WireItem.Kind(rawValue: number) else {
            try finish(&reader, trailing: count - 1)
            return .unknown(kind: number)
        }
        guard count > kind.fieldCount else { throw WireError(.unexpected, "a frame that lacks fields") }
        let item = try item(kind, from: &reader)
        try finish(&reader, trailing: count - 1 - kind.fieldCount)
        return item
    }

    /// The record or gap in a whole frame, with its length; `nil` where that holds neither.
    package static func logItem(inFrame frame: Span<UInt8>) -> LogItem? {
        let bytes = [UInt8](copying: frame)
        switch try? item(in: bytes.dropFirst(FrameWriter.lengthSize)) {
        case .record(let record): return .record(record)
        case .gap(let gap): return .gap(gap)
        default: return nil
        }
    }

    private static func finish(_ reader: inout CBORReader, trailing: Int) throws(WireError) {
        for _ in 0..<trailing {
            try reader.skip(depth: 1)
        }
        guard reader.isAtEnd else { throw WireError(.malformed, "a frame with bytes after its item") }
    }

    private static func item(_ kind: WireItem.Kind, from reader: inout CBORReader) throws(WireError) -> WireItem {
        switch kind {
        case .hello: .hello(try HelloFields(from: &reader).hello())
        case .record: .record(try record(from: &reader))
        case .gap: .gap(try gap(from: &reader))
        case .heartbeat: .heartbeat(try heartbeat(from: &reader))
        case .bye: .bye(reason: try reader.text())
        case .error: .error(WireRefusal(.init(rawValue: try reader.text()), try reader.text()))
        }
    }

    private static func record(from reader: inout CBORReader) throws(WireError) -> LogRecord {
        LogRecord(
            sequence: try reader.unsigned(),
            time: LogTime(nanosecondsSince1970: try reader.signed()),
            level: try reader.level(),
            label: try reader.text(),
            message: try reader.text(),
            metadata: try reader.metadata(),
            file: try reader.optionalText(),
            function: try reader.optionalText(),
            line: try reader.optionalInt(),
            thread: try reader.optionalInt(),
            originalSize: try reader.optionalInt())
    }

    private static func gap(from reader: inout CBORReader) throws(WireError) -> LogGap {
        let first = try reader.optionalUnsigned()
        let last = try reader.optionalUnsigned()
        let count = try reader.optionalUnsigned()
        let reason = LogGap.Reason(rawValue: try reader.text())
        let time = LogTime(nanosecondsSince1970: try reader.signed())
        guard let first, let last else { return LogGap(range: nil, count: count, reason: reason, time: time) }
        guard first <= last else { throw WireError(.unexpected, "a gap that ends before it begins") }
        let gap = LogGap(first...last, reason: reason, time: time)
        guard let count else { return LogGap(range: first...last, count: nil, reason: reason, time: time) }
        guard count == gap.count else { throw WireError(.unexpected, "a gap whose count is not that of its range") }
        return gap
    }

    private static func heartbeat(from reader: inout CBORReader) throws(WireError) -> LogHeartbeat {
        LogHeartbeat(
            time: LogTime(nanosecondsSince1970: try reader.signed()),
            monotonic: try reader.unsigned(),
            next: try reader.unsigned(),
            done: try reader.unsigned(),
            sent: try reader.unsigned(),
            token: try reader.optionalText())
    }
}

extension WireItem.Kind {
    /// How many fields follow the kind in this version.
    fileprivate var fieldCount: Int {
        switch self {
        case .hello, .bye: 1
        case .record: 11
        case .gap: 5
        case .heartbeat: 6
        case .error: 2
        }
    }
}

extension CBORReader {
    mutating func level() throws(WireError) -> LogLevel {
        let number = try unsigned()
        guard let level = UInt8(exactly: number).flatMap(LogLevel.init(rawValue:)) else {
            throw WireError(.unexpected, "a frame with the level \(number), which there isn't")
        }
        return level
    }
}
