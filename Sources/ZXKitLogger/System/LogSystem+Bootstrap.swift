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
        try claim()
        do throws(LogError) {
            try LogEngine.shared.attach(sinks, options: options)
        } catch {
            processWide.withLock { $0 = .open }
            throw error
        }
        let system = LogSystem(engine: .shared)
        processWide.withLock { $0 = .bootstrapped(system) }
        return system
    }

    /// Keeps the lock no longer than that: opening sinks runs code of others, which may call this too.
    private static func claim() throws(LogError) {
        let isFirst = processWide.withLock { state in
            guard case .open = state else { return false }
            state = .claimed
            return true
        }
        guard isFirst else {
            throw LogError(.alreadyBootstrapped, reason: "the process-wide log system is set up already")
        }
    }

    /// How far the process-wide system is.
    private enum ProcessWide: Sendable {
        case open
        case claimed
        case bootstrapped(LogSystem)
    }

    private static let processWide = ForkSafeLock(ProcessWide.open)
}
