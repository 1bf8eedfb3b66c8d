import ZXKitLogPOSIX

/// A command at work. It runs on threads or tasks of its own, while the main thread waits for signals.
protocol Command: Sendable {
    /// Whether the command has nothing to do any more when nobody reads its standard output.
    var livesByItsOutput: Bool { get }

    /// Begins the work. When it is done, all of it written, `completion` is told, once.
    func start(_ completion: Completion) throws(SystemCallError)

    /// Asks for the end of the work. May be called from any thread, and more than once.
    func stop(_ reason: StopReason)
}

/// Why a command ends before its work is done.
enum StopReason: Sendable, Equatable {
    /// SIGINT or SIGTERM came.
    case signalled
    /// Nobody reads standard output any more.
    case outputClosed
    /// Standard output can't be written.
    case outputFailed(SystemCallError)
}
