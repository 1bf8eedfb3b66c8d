internal import ZXKitLogPOSIX

/// The systems whose sinks may still have something to get: so that the end of the process can wait for them.
///
/// A system is held from when it has its sinks until its shutdown is over, so one that is dropped just before the process
/// ends is waited for as well.
enum LivingSystems {
    private struct State {
        var engines: [LogEngine] = []
        var isCalledAtExit = false
    }

    private static let state = ForkSafeLock(State())

    /// Takes in a system that has its sinks.
    static func add(_ engine: LogEngine) {
        let isFirst = state.withLock { state in
            state.engines.append(engine)
            defer { state.isCalledAtExit = true }
            return !state.isCalledAtExit
        }
        // Without memory for one more handler, what is in memory at the end is lost, as it would be in a crash.
        if isFirst { _ = ProcessExit.call { LivingSystems.shutDown() } }
    }

    /// Lets go of the systems that have nothing left to do.
    static func removeEnded() {
        let ended = state.withLock(\.engines).filter(\.hasEnded)
        guard !ended.isEmpty else { return }
        // They are held here until the lock is free again.
        state.withLock { state in
            state.engines.removeAll { engine in ended.contains { $0 === engine } }
        }
    }

    /// Shuts down all systems, within the usual deadline for all of them together.
    private static func shutDown() {
        let deadline = Moment.after(LogSystem.defaultDeadline)
        let engines = state.withLock(\.engines)
        engines.forEach { $0.beginShutdown(deadline: deadline) }
        engines.forEach { _ = $0.finishShutdown(deadline: deadline) }
    }
}
