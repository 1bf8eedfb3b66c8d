internal import BenchmarkSupport
internal import CBenchmarkSupport
internal import ZXKitLogger

/// A call whose level nobody wants.
enum DisabledCall {
    /// Makes so many calls below the file's level.
    static func measure(_ job: Job) throws {
        let lossless = try LosslessSystem(sinks: [FileSink(job.path, level: .info)])
        let log = lossless.logger
        let status = Request.status
        let start = MonotonicClock.now()
        for number in 0..<job.count {
            log.debug("request \(number) handled by worker \(7) status \(status)")
            benchmark_keep(UInt64(number))
        }
        job.report.add("cost", Double(MonotonicClock.now() - start) / Double(job.count))
        job.report.addRecords(0)
        try lossless.finish()
    }
}
