internal import BenchmarkSupport
internal import ZXKitLogger

/// A call with two values of metadata.
enum MetadataCall {
    /// Makes so many bursts.
    static func measure(_ job: Job) throws {
        let lossless = try LosslessSystem(sinks: [FileSink(job.path)])
        let log = lossless.logger
        let (status, user, session) = (Request.status, Request.user, Request.session)
        let costs = Bursts.costs(job.count, in: lossless) { numbers in
            for number in numbers {
                log.info(
                    "request \(number) handled by worker \(7) status \(status)",
                    metadata: ["user": "\(user)", "session": "\(session)"])
            }
        }
        job.report.add("cost", costs.median)
        job.report.addRecords(job.count * Bursts.length)
        try lossless.finish()
    }
}
