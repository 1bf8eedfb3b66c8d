/// What a sink or a viewer is handed, in order: a record, or the statement that some are missing.
public enum LogItem: Hashable, Sendable {
    /// A record.
    case record(LogRecord)
    /// A gap: records that will not come.
    case gap(LogGap)
}
