/// Cuts what a client sends into lines, and never holds more of one than its limit.
struct LineReader {
    enum Line {
        case complete([UInt8])
        /// A line that was too long, and is dropped.
        case oversize(byteCount: Int)
        /// The stream ended before the line did.
        case unfinished(byteCount: Int)
    }

    private let connection: Connection
    private let limit: Int
    private var received: ArraySlice<UInt8> = []

    init(_ connection: Connection, limit: Int) {
        self.connection = connection
        self.limit = limit
    }

    /// The next line without its end, or `nil` at the end of the stream.
    mutating func next() throws(SystemError) -> Line? {
        var line: [UInt8] = []
        var byteCount = 0
        while true {
            if received.isEmpty {
                received = try connection.receive(atMost: 4_096)
            }
            guard !received.isEmpty else { return byteCount == 0 ? nil : .unfinished(byteCount: byteCount) }
            let part = received.prefix { $0 != UInt8(ascii: "\n") }
            byteCount += part.count
            if byteCount <= limit {
                line += part
            }
            received = received.dropFirst(part.count)
            if received.popFirst() != nil {
                return byteCount <= limit ? .complete(line) : .oversize(byteCount: byteCount)
            }
        }
    }
}
