public import ZXKitLogCore

extension ZXLogger {
    /// Logs step-by-step detail for following one code path.
    ///
    /// - Parameters:
    ///   - message: The message; built only if the level is wanted.
    ///   - metadata: The structured part; built only if the level is wanted.
    ///   - file: The source file as `Module/File.swift`.
    ///   - function: The function that logs.
    ///   - line: The line in `file`.
    @inlinable
    public func trace(
        _ message: @autoclosure () -> LogMessage, metadata: @autoclosure () -> LogFields? = nil,
        file: StaticString = #fileID, function: StaticString = #function, line: Int = #line
    ) {
        log(.trace, message(), metadata: metadata(), file: file, function: function, line: line)
    }

    /// Logs what helps to find a fault.
    ///
    /// - Parameters:
    ///   - message: The message; built only if the level is wanted.
    ///   - metadata: The structured part; built only if the level is wanted.
    ///   - file: The source file as `Module/File.swift`.
    ///   - function: The function that logs.
    ///   - line: The line in `file`.
    @inlinable
    public func debug(
        _ message: @autoclosure () -> LogMessage, metadata: @autoclosure () -> LogFields? = nil,
        file: StaticString = #fileID, function: StaticString = #function, line: Int = #line
    ) {
        log(.debug, message(), metadata: metadata(), file: file, function: function, line: line)
    }

    /// Logs what a person who watches wants to know.
    ///
    /// - Parameters:
    ///   - message: The message; built only if the level is wanted.
    ///   - metadata: The structured part; built only if the level is wanted.
    ///   - file: The source file as `Module/File.swift`.
    ///   - function: The function that logs.
    ///   - line: The line in `file`.
    @inlinable
    public func info(
        _ message: @autoclosure () -> LogMessage, metadata: @autoclosure () -> LogFields? = nil,
        file: StaticString = #fileID, function: StaticString = #function, line: Int = #line
    ) {
        log(.info, message(), metadata: metadata(), file: file, function: function, line: line)
    }

    /// Logs something normal that is worth attention.
    ///
    /// - Parameters:
    ///   - message: The message; built only if the level is wanted.
    ///   - metadata: The structured part; built only if the level is wanted.
    ///   - file: The source file as `Module/File.swift`.
    ///   - function: The function that logs.
    ///   - line: The line in `file`.
    @inlinable
    public func notice(
        _ message: @autoclosure () -> LogMessage, metadata: @autoclosure () -> LogFields? = nil,
        file: StaticString = #fileID, function: StaticString = #function, line: Int = #line
    ) {
        log(.notice, message(), metadata: metadata(), file: file, function: function, line: line)
    }

    /// Logs something that isn't an error yet.
    ///
    /// - Parameters:
    ///   - message: The message; built only if the level is wanted.
    ///   - metadata: The structured part; built only if the level is wanted.
    ///   - file: The source file as `Module/File.swift`.
    ///   - function: The function that logs.
    ///   - line: The line in `file`.
    @inlinable
    public func warning(
        _ message: @autoclosure () -> LogMessage, metadata: @autoclosure () -> LogFields? = nil,
        file: StaticString = #fileID, function: StaticString = #function, line: Int = #line
    ) {
        log(.warning, message(), metadata: metadata(), file: file, function: function, line: line)
    }

    /// Logs something that failed.
    ///
    /// - Parameters:
    ///   - message: The message; built only if the level is wanted.
    ///   - metadata: The structured part; built only if the level is wanted.
    ///   - file: The source file as `Module/File.swift`.
    ///   - function: The function that logs.
    ///   - line: The line in `file`.
    @inlinable
    public func error(
        _ message: @autoclosure () -> LogMessage, metadata: @autoclosure () -> LogFields? = nil,
        file: StaticString = #fileID, function: StaticString = #function, line: Int = #line
    ) {
        log(.error, message(), metadata: metadata(), file: file, function: function, line: line)
    }

    /// Logs that the server can't go on, or that data is at risk.
    ///
    /// - Parameters:
    ///   - message: The message; built only if the level is wanted.
    ///   - metadata: The structured part; built only if the level is wanted.
    ///   - file: The source file as `Module/File.swift`.
    ///   - function: The function that logs.
    ///   - line: The line in `file`.
    @inlinable
    public func critical(
        _ message: @autoclosure () -> LogMessage, metadata: @autoclosure () -> LogFields? = nil,
        file: StaticString = #fileID, function: StaticString = #function, line: Int = #line
    ) {
        log(.critical, message(), metadata: metadata(), file: file, function: function, line: line)
    }
}
