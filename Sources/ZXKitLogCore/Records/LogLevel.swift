/// How serious a record is, from `trace` (least) to `critical` (most).
///
/// The levels and their names are those of swift-log. On the wire a level is its `rawValue`, 0 to 6.
public enum LogLevel: UInt8, CaseIterable, Sendable {
    /// Step-by-step detail for following one code path.
    case trace = 0
    /// What helps to find a fault, too much for normal running.
    case debug = 1
    /// What a person who watches the server wants to know.
    case info = 2
    /// Normal, but worth attention.
    case notice = 3
    /// Not an error yet.
    case warning = 4
    /// Something failed.
    case error = 5
    /// The server can't go on, or data is at risk.
    case critical = 6
}

extension LogLevel: Comparable {
    /// Whether `left` is less serious than `right`.
    @inlinable
    public static func < (left: LogLevel, right: LogLevel) -> Bool {
        left.rawValue < right.rawValue
    }
}

extension LogLevel: LosslessStringConvertible {
    /// The level of this name, for example `"info"`; `nil` for any other text. Case matters.
    public init?(_ description: String) {
        guard let level = Self.allCases.first(where: { $0.description == description }) else { return nil }
        self = level
    }

    /// The level's name in lower case, as the wire and the text formats print it.
    public var description: String { name.description }

    var name: StaticString {
        switch self {
        case .trace: "trace"
        case .debug: "debug"
        case .info: "info"
        case .notice: "notice"
        case .warning: "warning"
        case .error: "error"
        case .critical: "critical"
        }
    }
}
