internal import BenchmarkSupport
internal import Glibc
internal import ZXKitLogger

/// An app with every kind of sink that has nothing to say.
enum Idle {
    /// Logs so many records, says when all is settled, and then does nothing until its input ends.
    ///
    /// Standard output is the console of this app.
    static func run(_ job: Job) throws {
        let console = try BenchmarkError.check("open", open("/dev/null", O_WRONLY | O_CLOEXEC))
        try BenchmarkError.check("dup2", dup2(console, STDOUT_FILENO))
        let isAdvertised = try isDiscoveryThere()
        let lossless = try LosslessSystem(sinks: [
            ConsoleSink(stream: .standardOutput), FileSink(job.path),
            BroadcastSink(name: "benchmark-idle", access: .loopback, isAdvertised: isAdvertised),
        ])
        let log = lossless.logger
        for number in 0..<job.count {
            log.info("request \(number) handled by worker \(7) status \(Request.status)")
        }
        _ = try Viewer.port(of: lossless.system)
        try MonotonicClock.wait(for: "discovery to settle") { !isAdvertised || Self.isAdvertised(lossless.system) }
        lossless.system.flushAndWait(deadline: .seconds(10))
        job.report.addRecords(job.count)
        job.report.add("discovery", isAdvertised ? 1 : 0)
        try DescriptorReading.forEachPiece(of: STDIN_FILENO) { _ in }
        try lossless.finish()
    }

    /// Asks by trying: without a daemon the library asks again every 8 s, which is no idle state.
    private static func isDiscoveryThere() throws -> Bool {
        let system = try LogSystem(sinks: [BroadcastSink(name: "benchmark-trial", access: .loopback)])
        try MonotonicClock.wait(for: "an answer from discovery") { system.status.broadcasts.first?.isDecided ?? true }
        let isThere = isAdvertised(system)
        system.shutdownAndWait()
        return isThere
    }

    private static func isAdvertised(_ system: LogSystem) -> Bool {
        if case .advertised = system.status.broadcasts.first?.advertisement { true } else { false }
    }
}

extension BroadcastStatus {
    /// Whether it is known if others can find it.
    fileprivate var isDecided: Bool {
        switch advertisement {
        case .off, .starting: false
        case .advertised, .unavailable: true
        }
    }
}
