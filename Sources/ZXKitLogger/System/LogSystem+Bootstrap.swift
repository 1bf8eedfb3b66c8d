internal import ZXKitLogCore
internal import ZXKitLogPOSIX

extension LogSystem {
    /// Sets up the process-wide system, which loggers made with `ZXLogger("label")` belong to. It works once.
    ///
    /// What was logged before, at `info` and above and the newest 1 MiB of it, reaches the sinks now.
    ///
    /// - Parameters:
    ///   - sinks: Where records go.
    ///   - options: Bounds and behaviour.
    /// - Returns: The system, to shut it down with; the process keeps it too.
    /// - Throws: `alreadyBootstrapped` at the second call; else as `init` does, and then it may be tried again.
    @discardableResult
    public static func bootstrap(
        sinks: [any LogSink], options: LogSystemOptions = LogSystemOptions()
    ) throws(LogError) -> LogSystem {
        try processWide.withLock { system throws(LogError) in
            guard system == nil else {
                throw LogError(.alreadyBootstrapped, reason: "the process-wide log system is set up already")
            }
            try LogEngine.shared.attach(sinks, options: options)
            let made = LogSystem(engine: .shared)
            system = made
            return made
        }
    }

    private static let processWide = Lock<LogSystem?>(nil)
}
