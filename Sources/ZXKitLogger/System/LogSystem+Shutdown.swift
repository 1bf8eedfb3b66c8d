internal import ZXKitLogCore
internal import ZXKitLogPOSIX

extension LogSystem {
    /// Waits until every sink but broadcasts has all that was logged before the call.
    ///
    /// - Parameter deadline: How long to wait at most.
    /// - Returns: What was left when the time was over.
    @discardableResult
    public func flush(deadline: Duration = LogSystem.defaultDeadline) async -> LogFlushReport {
        await Self.offPool { self.flushAndWait(deadline: deadline) }
    }

    /// Does what `flush` does, and blocks the calling thread meanwhile.
    ///
    /// - Parameter deadline: How long to wait at most.
    /// - Returns: What was left when the time was over.
    @discardableResult
    public func flushAndWait(deadline: Duration = LogSystem.defaultDeadline) -> LogFlushReport {
        LogFlushReport(leftovers: engine.flush(deadline: .after(deadline)))
    }

    /// Switches logging off, lets every sink and viewer get what is left, and ends all threads.
    ///
    /// What was logged before the call is delivered, or said to be left. Calls of other threads that are just under way are
    /// given a moment; what they log after that is lost, as all that is logged later: logging is off.
    ///
    /// A process that ends normally, by `exit` or a return from `main`, does the same for all its systems, within the
    /// default deadline. So a program needs this only to wait longer, or to know what was left.
    ///
    /// - Parameter deadline: How long to wait at most. What is not done then is given up.
    /// - Returns: What was left when the time was over.
    @discardableResult
    public func shutdown(deadline: Duration = LogSystem.defaultDeadline) async -> LogFlushReport {
        await Self.offPool { self.shutdownAndWait(deadline: deadline) }
    }

    /// Does what `shutdown` does, and blocks the calling thread meanwhile.
    ///
    /// - Parameter deadline: How long to wait at most. What is not done then is given up.
    /// - Returns: What was left when the time was over.
    @discardableResult
    public func shutdownAndWait(deadline: Duration = LogSystem.defaultDeadline) -> LogFlushReport {
        let end = Moment.after(deadline)
        engine.beginShutdown(deadline: end)
        return LogFlushReport(leftovers: engine.finishShutdown(deadline: end))
    }

    /// Runs blocking work on a thread of its own: the threads of Swift's concurrency must not block.
    private static func offPool(_ work: @escaping @Sendable () -> LogFlushReport) async -> LogFlushReport {
        await withCheckedContinuation { continuation in
            do throws(SystemCallError) {
                _ = try SystemThread.start(name: "zxkit-flush") { continuation.resume(returning: work()) }
            } catch {
                // No thread can be had: blocking this one for a moment is better than losing records.
                continuation.resume(returning: work())
            }
        }
    }
}
