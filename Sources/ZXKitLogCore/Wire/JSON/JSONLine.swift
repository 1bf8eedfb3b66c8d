/// Items as JSON objects, one per line: `kind` first, then the fields by name in the order of the protocol's table.
package enum JSONLine {
    /// Appends an item without a line end. An `unknown` item has no form and appends nothing.
    ///
    /// - Parameters:
    ///   - item: What to write.
    ///   - source: A last field `source`, which says where the item came from, or `nil` for none.
    ///   - output: Where the line goes.
    package static func append(_ item: WireItem, source: String? = nil, to output: inout [UInt8]) {
        switch item {
        case .hello(let hello): object("hello", source, &output) { append(hello, to: &$0) }
        case .record(let record):
            var renderer = JSONRenderer()
            renderer.append(record, source: source, to: &output)
        case .gap(let gap): object("gap", source, &output) { append(gap, to: &$0) }
        case .heartbeat(let heartbeat): object("heartbeat", source, &output) { append(heartbeat, to: &$0) }
        case .bye(let reason): object("bye", source, &output) { $0.field("reason", reason) }
        case .error(let refusal): object("error", source, &output) { append(refusal, to: &$0) }
        case .unknown: break
        }
    }

    /// Appends an object of text fields that is no item of the wire, in the same manner.
    package static func append(kind: String, fields: [(name: String, text: String?)], to output: inout [UInt8]) {
        object(kind, nil, &output) { writer in
            for field in fields {
                writer.field(field.name, field.text)
            }
        }
    }

    private static func object(
        _ kind: String, _ source: String?, _ output: inout [UInt8], _ body: (inout JSONWriter) -> Void
    ) {
        var writer = JSONWriter(appendingTo: &output)
        writer.field("kind", kind)
        body(&writer)
        if let source {
            writer.field("source", source)
        }
        writer.finish(in: &output)
    }

    private static func append(_ hello: LogHello, to writer: inout JSONWriter) {
        writer.field("version", hello.version)
        writer.field("id", hello.id)
        writer.field("boot", hello.boot)
        writer.field("name", hello.name)
        writer.field("host", hello.host)
        writer.field("pid", hello.processID)
        writer.field("time", hello.time)
        writer.field("monotonic", hello.monotonic)
        writer.field("oldest", hello.oldest)
        writer.field("next", hello.next)
        writer.field("start", hello.start)
        writer.field("level", hello.level)
        writer.field("labels", hello.labels)
        writer.field("maxFrame", hello.maxFrame)
    }

    private static func append(_ gap: LogGap, to writer: inout JSONWriter) {
        writer.field("first", gap.range?.lowerBound)
        writer.field("last", gap.range?.upperBound)
        writer.field("count", gap.count)
        writer.field("reason", gap.reason.rawValue)
        writer.field("time", gap.time)
    }

    private static func append(_ heartbeat: LogHeartbeat, to writer: inout JSONWriter) {
        writer.field("time", heartbeat.time)
        writer.field("monotonic", heartbeat.monotonic)
        writer.field("next", heartbeat.next)
        writer.field("done", heartbeat.done)
        writer.field("sent", heartbeat.sent)
        writer.field("token", heartbeat.token)
    }

    private static func append(_ refusal: WireRefusal, to writer: inout JSONWriter) {
        writer.field("code", refusal.code.rawValue)
        writer.field("explanation", refusal.explanation)
    }
}
