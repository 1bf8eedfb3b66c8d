public import ZXKitLogCore

/// Logs under one label. A value that is cheap to make, copy and keep, usable from any thread or task.
///
/// ```swift
/// let log = ZXLogger("checkout.api")
/// log.info("order \(id) accepted", metadata: ["user": "\(user)"])
/// ```
///
/// A call is checked against the lowest level that anybody wants before its message is built. It never waits for a sink,
/// a disk or a viewer. It is not async-signal-safe: don't log from a signal handler, where `LogSystem.lastWords` is for.
public struct ZXLogger: Sendable {
    @usableFromInline let cell: LabelCell
    @usableFromInline let name: LabelName
    @usableFromInline let engine: LogEngine

    /// Makes a logger of the process-wide system, which `LogSystem.bootstrap` sets up.
    ///
    /// Before that, what is logged at `info` and above is kept, the newest 1 MiB of it, and reaches the sinks when they
    /// come.
    ///
    /// - Parameter label: Which part of the app logs. Longer than 1 KiB, it is cut.
    public init(_ label: String) {
        self.init(label: label, engine: .shared)
    }

    init(label: String, engine: LogEngine) {
        let label = engine.cells.label(RecordBounds.bounded(label))
        cell = label.cell
        name = label.name
        self.engine = engine
    }

    /// Which part of the app logs: a path of words with dots between them, for example `checkout.api`.
    public var label: String { name.text }

    /// Whether a record of this level would be kept. The log calls check it themselves.
    @inlinable
    public func isEnabled(_ level: LogLevel) -> Bool {
        cell.wants(level)
    }

    /// Logs a record.
    ///
    /// - Parameters:
    ///   - level: How serious it is.
    ///   - message: The message; built only if the level is wanted. Longer than 1 MiB, it is cut and marked.
    ///   - metadata: The structured part; built only if the level is wanted. At most 32 KiB and 8 levels deep are kept.
    ///   - file: The source file as `Module/File.swift`.
    ///   - function: The function that logs.
    ///   - line: The line in `file`.
    @inlinable
    public func log(
        _ level: LogLevel, _ message: @autoclosure () -> LogMessage, metadata: @autoclosure () -> LogFields? = nil,
        file: StaticString = #fileID, function: StaticString = #function, line: Int = #line
    ) {
        // Straight on where nobody wants it: then the call is to cost nothing.
        guard _slowPath(cell.wants(level)) else { return }
        // In this order: the message and the metadata are built into the record that is open.
        let time = engine.open()
        let message = message()
        let site = CallSite(file: file, function: function, line: line)
        if let metadata = metadata() {
            engine.commit(level, name, time, message, metadata, site)
        } else {
            engine.commit(level, name, time, message, site)
        }
    }
}
