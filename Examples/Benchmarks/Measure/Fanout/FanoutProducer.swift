internal import BenchmarkSupport
internal import CBenchmarkSupport
internal import Glibc
internal import ZXKitLogger

/// An app that many watch, and that holds itself back so that none of them gets a gap.
enum FanoutProducer {
    /// Logs so many records at one level.
    static func measure(_ job: Job) throws {
        try run(job) { log, number, text in
            log.info("request \(number) handled by worker \(7) with \(text)")
        }
    }

    /// Logs so many records, every other of which only the last viewer wants.
    static func measureHalves(_ job: Job) throws {
        try run(job) { log, number, text in
            if number.isMultiple(of: 2) {
                log.info("request \(number) handled by worker \(7) with \(text)")
            } else {
                log.debug("request \(number) handled by worker \(7) with \(text)")
            }
        }
    }

    /// What makes a message 120 bytes long, about.
    private static let text = String(
        cString: benchmark_hidden("status accepted by the payment service of the other region, and shipped today"))

    /// How many records viewers may be behind: half of what the journal holds of these.
    private static let window: UInt64 = 16_000
    /// After how many records they are looked at.
    private static let interval = 2_000

    private static func run(_ job: Job, _ call: (ZXLogger, Int, String) -> Void) throws {
        allowManyDescriptors()
        let system = try system()
        job.report.add("port", Double(try Viewer.port(of: system)))
        // What the broadcast says of itself isn't for the viewers to come.
        try MonotonicClock.wait(for: "the broadcast to say where it is") { system.status.next > 1 }
        job.report.add("rss_before", try ProcessMemory.resident())
        try waitForLine()
        let log = system.logger(LosslessSystem.label)
        var kernelPages = 0.0
        job.report.add("start", Double(MonotonicClock.now()))
        for number in 0..<job.count {
            if number.isMultiple(of: interval) {
                try holdBack(system)
                kernelPages = max(kernelPages, try ProcessMemory.kernelPagesOfTCP())
            }
            call(log, number, text)
        }
        job.report.add("rss_peak", try ProcessMemory.peak())
        job.report.add("kernel_pages", max(kernelPages, try ProcessMemory.kernelPagesOfTCP()))
        // Until the viewers have everything and are gone.
        try DescriptorReading.forEachPiece(of: STDIN_FILENO) { _ in }
        let missed = healthyViewers(of: system.status).map(\.missed).reduce(0, +)
        guard missed == 0, system.status.buffers.dropped == 0 else { throw BenchmarkError("there was a gap") }
        system.shutdownAndWait()
    }

    private static func system() throws -> LogSystem {
        var limits = BroadcastLimits()
        (limits.viewers, limits.perAddress, limits.unfinishedHellos) = (2_000, 2_000, 2_000)
        var options = LogSystemOptions()
        options.overflow = .block
        return try LogSystem(
            sinks: [BroadcastSink(name: "benchmark", access: .loopback, isAdvertised: false, limits: limits)],
            options: options)
    }

    /// Waits until no viewer is further behind than the journal holds with some to spare.
    private static func holdBack(_ system: LogSystem) throws {
        try MonotonicClock.wait(for: "the viewers to get on") {
            let status = system.status
            let slowest = healthyViewers(of: status).map(\.cursor).min() ?? status.next
            return status.next - min(slowest, status.next) < window
        }
    }

    /// All but one that is stopped on purpose, which calls itself so.
    private static func healthyViewers(of status: LogSystemStatus) -> [BroadcastStatus.Viewer] {
        status.broadcasts[0].viewers.filter { $0.name != "stopped" }
    }

    private static func waitForLine() throws {
        var byte: UInt8 = 0
        guard read(STDIN_FILENO, &byte, 1) == 1 else { throw BenchmarkError("nobody said when to begin") }
    }

    private static func allowManyDescriptors() {
        var limit = rlimit()
        guard getrlimit(__rlimit_resource_t(RLIMIT_NOFILE.rawValue), &limit) == 0 else { return }
        limit.rlim_cur = limit.rlim_max
        setrlimit(__rlimit_resource_t(RLIMIT_NOFILE.rawValue), &limit)
    }
}
