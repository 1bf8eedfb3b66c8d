internal import ZXKitLogCore

extension LogSystem {
    /// Changes the levels of every sink of a name, while the system runs.
    ///
    /// ```swift
    /// try system.setLevels(LogLevels("info,checkout.db=debug"), ofSink: "console")
    /// ```
    ///
    /// A sink judges each record by the levels that held when it was logged, however far behind it is: what the calling
    /// thread logs after this by the new ones, and what it logged before by the old ones. Other threads see the change
    /// within microseconds, and what they log at that moment may be judged by either. What nobody wanted when it was logged
    /// is never there for anybody who asks for it later.
    ///
    /// It may be called from any thread. It waits until the journal has what was logged before, mostly well below a
    /// millisecond and at most a second.
    ///
    /// - Parameters:
    ///   - levels: The levels. Of a broadcast they say what is kept for viewers to come, and are never below its
    ///     `mostVerbose`.
    ///   - name: The sink's name, as `status` shows it: `console`, `file` and the path, `memory`, a broadcast's name.
    /// - Throws: `unknownSink` where the system has no sink of this name.
    public func setLevels(_ levels: LogLevels, ofSink name: String) throws(LogError) {
        guard engine.setLevels(levels, ofSink: name) else {
            let names = engine.sinkNames.joined(separator: ", ")
            throw LogError(.unknownSink, reason: "the log system has no sink '\(name)'; it has: \(names)")
        }
    }

    /// Changes the levels of all sinks, as the other form does for some.
    ///
    /// - Parameter levels: The levels.
    public func setLevels(_ levels: LogLevels) {
        _ = engine.setLevels(levels, ofSink: nil)
    }
}
