/// The fields of a hello as they come: a map in any order, in which later versions may have more keys.
struct HelloFields {
    /// A field's value lies in the frame's array and the hello's map.
    private static let depth = 2

    private var version: Int?
    private var id: String?
    private var boot: String?
    private var name: String?
    private var host: String?
    private var processID: Int?
    private var time: LogTime?
    private var monotonic: UInt64?
    private var oldest: UInt64?
    private var next: UInt64?
    private var start: UInt64?
    private var level: LogLevel?
    private var labels: [String]?
    private var maxFrame: Int?

    init(from reader: inout CBORReader) throws(WireError) {
        for _ in 0..<(try reader.mapCount()) {
            try readField(from: &reader)
        }
    }

    private mutating func readField(from reader: inout CBORReader) throws(WireError) {
        let key = try reader.text()
        // All keys of ours are ASCII. Another text is not compared with them: see `BytewiseText`.
        guard key.utf8.allSatisfy({ $0 < 0x80 }) else { return try reader.skip(depth: Self.depth) }
        switch key {
        case "version": version = try reader.int()
        case "id": id = try reader.text()
        case "boot": boot = try reader.text()
        case "name": name = try reader.text()
        case "host": host = try reader.text()
        case "pid": processID = try reader.int()
        case "time": time = LogTime(nanosecondsSince1970: try reader.signed())
        case "monotonic": monotonic = try reader.unsigned()
        case "oldest": oldest = try reader.unsigned()
        case "next": next = try reader.unsigned()
        case "start": start = try reader.unsigned()
        case "level": level = try reader.level()
        case "labels": labels = try reader.texts()
        case "maxFrame": maxFrame = try reader.int()
        default: try reader.skip(depth: Self.depth)
        }
    }

    func hello() throws(WireError) -> LogHello {
        guard let version, let id, let boot, let name, let host, let processID, let time, let monotonic, let oldest,
            let next, let start, let level, let labels, let maxFrame
        else { throw WireError(.unexpected, "a hello that lacks fields") }
        return LogHello(
            version: version, id: id, boot: boot, name: name, host: host, processID: processID, time: time,
            monotonic: monotonic, oldest: oldest, next: next, start: start, level: level, labels: labels,
            maxFrame: maxFrame)
    }
}
