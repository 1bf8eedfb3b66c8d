/// Writes items as frames: a length of four bytes, the highest first, and one CBOR array `[kind, fields...]`.
package enum FrameWriter {
    /// The bytes of a frame's length.
    package static let lengthSize = 4

    /// Appends one item as a frame. An `unknown` item has no form and appends nothing.
    package static func append(_ item: WireItem, to output: inout [UInt8]) {
        switch item {
        case .hello(let hello): frame(.hello, fields: 1, to: &output) { append(hello, to: &$0) }
        case .record(let record): frame(.record, fields: 11, to: &output) { append(record, to: &$0) }
        case .gap(let gap): frame(.gap, fields: 5, to: &output) { append(gap, to: &$0) }
        case .heartbeat(let heartbeat): frame(.heartbeat, fields: 6, to: &output) { append(heartbeat, to: &$0) }
        case .bye(let reason): frame(.bye, fields: 1, to: &output) { CBORWriter.text(reason, to: &$0) }
        case .error(let refusal): frame(.error, fields: 2, to: &output) { append(refusal, to: &$0) }
        case .unknown: break
        }
    }

    private static func frame(
        _ kind: WireItem.Kind, fields: UInt64, to output: inout [UInt8], _ body: (inout [UInt8]) -> Void
    ) {
        let start = output.count
        output.append(contentsOf: repeatElement(0, count: lengthSize))
        CBORWriter.head(.array, fields + 1, to: &output)
        CBORWriter.unsigned(kind.rawValue, to: &output)
        body(&output)
        let length = UInt32(truncatingIfNeeded: output.count - start - lengthSize)
        for index in 0..<lengthSize {
            output[start + index] = UInt8(truncatingIfNeeded: length >> UInt32(24 - 8 * index))
        }
    }

    private static func append(_ record: LogRecord, to output: inout [UInt8]) {
        CBORWriter.unsigned(record.sequence, to: &output)
        CBORWriter.integer(record.time.nanosecondsSince1970, to: &output)
        CBORWriter.unsigned(UInt64(record.level.rawValue), to: &output)
        CBORWriter.text(record.label, to: &output)
        CBORWriter.text(record.message, to: &output)
        if record.metadata.isEmpty {
            output.append(CBORWriter.null)
        } else {
            CBORWriter.map(record.metadata, to: &output)
        }
        CBORWriter.optionalText(record.file, to: &output)
        CBORWriter.optionalText(record.function, to: &output)
        CBORWriter.optionalInteger(record.line, to: &output)
        CBORWriter.optionalInteger(record.thread, to: &output)
        CBORWriter.optionalInteger(record.originalSize, to: &output)
    }

    private static func append(_ gap: LogGap, to output: inout [UInt8]) {
        CBORWriter.optionalUnsigned(gap.range?.lowerBound, to: &output)
        CBORWriter.optionalUnsigned(gap.range?.upperBound, to: &output)
        CBORWriter.optionalUnsigned(gap.count, to: &output)
        CBORWriter.text(gap.reason.rawValue, to: &output)
        CBORWriter.integer(gap.time.nanosecondsSince1970, to: &output)
    }

    private static func append(_ heartbeat: LogHeartbeat, to output: inout [UInt8]) {
        CBORWriter.integer(heartbeat.time.nanosecondsSince1970, to: &output)
        CBORWriter.unsigned(heartbeat.monotonic, to: &output)
        CBORWriter.unsigned(heartbeat.next, to: &output)
        CBORWriter.unsigned(heartbeat.done, to: &output)
        CBORWriter.unsigned(heartbeat.sent, to: &output)
        CBORWriter.optionalText(heartbeat.token, to: &output)
    }

    private static func append(_ refusal: WireRefusal, to output: inout [UInt8]) {
        CBORWriter.text(refusal.code.rawValue, to: &output)
        CBORWriter.text(refusal.explanation, to: &output)
    }

    private static func append(_ hello: LogHello, to output: inout [UInt8]) {
        let fields: [(name: String, write: (inout [UInt8]) -> Void)] = [
            ("version", { CBORWriter.integer(Int64(hello.version), to: &$0) }),
            ("id", { CBORWriter.text(hello.id, to: &$0) }),
            ("boot", { CBORWriter.text(hello.boot, to: &$0) }),
            ("name", { CBORWriter.text(hello.name, to: &$0) }),
            ("host", { CBORWriter.text(hello.host, to: &$0) }),
            ("pid", { CBORWriter.integer(Int64(hello.processID), to: &$0) }),
            ("time", { CBORWriter.integer(hello.time.nanosecondsSince1970, to: &$0) }),
            ("monotonic", { CBORWriter.unsigned(hello.monotonic, to: &$0) }),
            ("oldest", { CBORWriter.unsigned(hello.oldest, to: &$0) }),
            ("next", { CBORWriter.unsigned(hello.next, to: &$0) }),
            ("start", { CBORWriter.unsigned(hello.start, to: &$0) }),
            ("level", { CBORWriter.unsigned(UInt64(hello.level.rawValue), to: &$0) }),
            ("labels", { append(hello.labels, to: &$0) }),
            ("maxFrame", { CBORWriter.integer(Int64(hello.maxFrame), to: &$0) }),
        ]
        CBORWriter.head(.map, UInt64(fields.count), to: &output)
        for field in fields {
            CBORWriter.text(field.name, to: &output)
            field.write(&output)
        }
    }

    private static func append(_ texts: [String], to output: inout [UInt8]) {
        CBORWriter.head(.array, UInt64(texts.count), to: &output)
        for text in texts {
            CBORWriter.text(text, to: &output)
        }
    }
}
