/// One thing that was logged, as sinks and viewers get it.
public struct LogRecord: Hashable, Sendable {
    /// The record's number in its system's journal. It begins at 1 and rises by one with each record, so a missing
    /// number is a missing record, and `(boot, sequence)` names a record for ever.
    public var sequence: UInt64
    /// When it was logged, by the app's wall clock. It need not rise with `sequence`.
    public var time: LogTime
    /// How serious it is.
    public var level: LogLevel
    /// Which part of the app logged it, for example `checkout.api`.
    public var label: String
    /// The message, private values masked.
    public var message: String
    /// The structured part; empty where none was given.
    public var metadata: LogMetadata
    /// The source file as `Module/File.swift`.
    public var file: String?
    /// The function that logged.
    public var function: String?
    /// The line in `file`, from 1.
    public var line: Int?
    /// The kernel's id of the thread that logged (`gettid(2)`).
    public var thread: Int?
    /// The message's size in UTF-8 bytes before it was cut, or `nil` where `message` is whole.
    public var originalSize: Int?

    /// Makes a record. Records are numbered by a system's journal; making one by hand is for tests of sinks and viewers.
    public init(
        sequence: UInt64,
        time: LogTime,
        level: LogLevel,
        label: String,
        message: String,
        metadata: LogMetadata = [:],
        file: String? = nil,
        function: String? = nil,
        line: Int? = nil,
        thread: Int? = nil,
        originalSize: Int? = nil
    ) {
        self.sequence = sequence
        self.time = time
        self.level = level
        self.label = label
        self.message = message
        self.metadata = metadata
        self.file = file
        self.function = function
        self.line = line
        self.thread = thread
        self.originalSize = originalSize
    }
}
