/// A level's name in capitals, as lines of text show it.
struct LevelName {
    /// The length of the longest name, to which the others are padded.
    static let width = ByteWord.size

    private let padded: ByteWord
    private let length: Int

    @inline(__always)
    init(_ level: LogLevel) {
        padded = ByteWord(eightBytes: Self.padded(level))
        length = Self.length(level)
    }

    @inline(__always)
    func append(to line: inout LineWriter) {
        line.append(padded, count: length)
    }

    /// Appends the spaces that fill the name up to `width`.
    @inline(__always)
    func appendPadding(to line: inout LineWriter) {
        line.append(.spaces, count: Self.width - length)
    }

    private static func padded(_ level: LogLevel) -> StaticString {
        switch level {
        case .trace: "TRACE   "
        case .debug: "DEBUG   "
        case .info: "INFO    "
        case .notice: "NOTICE  "
        case .warning: "WARNING "
        case .error: "ERROR   "
        case .critical: "CRITICAL"
        }
    }

    private static func length(_ level: LogLevel) -> Int {
        switch level {
        case .info: 4
        case .trace, .debug, .error: 5
        case .notice: 6
        case .warning: 7
        case .critical: 8
        }
    }
}
