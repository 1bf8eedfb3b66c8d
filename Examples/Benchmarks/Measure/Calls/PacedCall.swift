internal import BenchmarkSupport
internal import ZXKitLogger

/// A call in an app that has little to say: caches are cold, and whoever writes has to be woken.
enum PacedCall {
    /// The time between calls, in nanoseconds.
    private static let interval: Int64 = 1_000_000

    /// Makes so many calls.
    static func measure(_ job: Job) throws {
        let lossless = try LosslessSystem(sinks: [FileSink(job.path)])
        let log = lossless.logger
        let status = Request.status
        var costs: [Double] = []
        costs.reserveCapacity(job.count)
        var due = MonotonicClock.now()
        for number in 0..<job.count {
            due += interval
            MonotonicClock.pause(until: due)
            let start = MonotonicClock.now()
            log.info("request \(number) handled by worker \(7) status \(status)")
            costs.append(Double(MonotonicClock.now() - start))
        }
        job.report.add("cost", costs.median)
        job.report.addRecords(job.count)
        try lossless.finish()
    }
}
