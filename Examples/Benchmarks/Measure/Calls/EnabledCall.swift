internal import BenchmarkSupport
internal import ZXKitLogger

/// A call that reaches the file, as the caller pays it.
enum EnabledCall {
    /// Makes so many bursts.
    static func measure(_ job: Job) throws {
        let lossless = try LosslessSystem(sinks: [FileSink(job.path)])
        let log = lossless.logger
        let status = Request.status
        let costs = Bursts.costs(job.count, in: lossless) { numbers in
            for number in numbers {
                log.info("request \(number) handled by worker \(7) status \(status)")
            }
        }
        job.report.add("cost", costs.median)
        job.report.addRecords(job.count * Bursts.length)
        try lossless.finish()
    }
}
