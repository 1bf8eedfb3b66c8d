/// A level's name in capitals, as lines of text show it.
struct LevelName {
    /// The length of the longest name, to which the others are padded.
    static let width = 8

    private let level: LogLevel

    init(_ level: LogLevel) {
        self.level = level
    }

    func append(to line: inout OutputSpan<UInt8>) {
        line.append(name)
    }

    /// Appends the spaces that fill the name up to `width`.
    func appendPadding(to line: inout OutputSpan<UInt8>) {
        for _ in name.utf8CodeUnitCount..<Self.width {
            line.append(UInt8(ascii: " "))
        }
    }

    private var name: StaticString {
        switch level {
        case .trace: "TRACE"
        case .debug: "DEBUG"
        case .info: "INFO"
        case .notice: "NOTICE"
        case .warning: "WARNING"
        case .error: "ERROR"
        case .critical: "CRITICAL"
        }
    }
}
