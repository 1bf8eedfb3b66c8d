import ZXKitLogPOSIX

/// `zxlog tail` at work.
struct TailCommand: Command {
    private let session: TailSession

    var livesByItsOutput: Bool { true }

    init(_ options: TailOptions) {
        session = TailSession(options)
    }

    func start(_ completion: Completion) throws(SystemCallError) {
        let writer = try session.startOutput()
        Task.detached {
            let status = await run()
            session.endOutput()
            if session.hasTimedOut {
                finishSoon(completion, status)
            }
            writer.join()
            completion.finish(status)
        }
    }

    /// When the time is over, output that nobody takes can't keep the program any longer.
    private func finishSoon(_ completion: Completion, _ status: ExitStatus) {
        _ = try? SystemThread.start(name: "zxlog-timeout") {
            Parker().park(timeout: Self.patience)
            completion.finish(status)
        }
    }

    /// How long what has been printed in time may take to be written after that.
    private static let patience = Duration.seconds(1)

    func stop(_ reason: StopReason) {
        session.end(.stopped(reason))
    }

    private func run() async -> ExitStatus {
        let merge = TailMerge(session)
        let coordinator = TailCoordinator(session, merge)
        let following = Task { await coordinator.follow() }
        let timer = Task { await endAfterTimeout() }
        let status = await session.waitForEnd(of: merge)
        following.cancel()
        timer.cancel()
        await coordinator.stop()
        return status
    }

    private func endAfterTimeout() async {
        guard let timeout = session.options.timeout, (try? await Task.sleep(for: timeout)) != nil else { return }
        session.end(.timedOut)
    }
}
