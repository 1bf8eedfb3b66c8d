internal import BenchmarkSupport
internal import ZXKitLogger

/// How fast records get into a file when nothing may be lost.
enum FileThroughput {
    static func measureOneThread(_ job: Job) throws {
        try measure(job, threads: 1)
    }

    static func measureFourThreads(_ job: Job) throws {
        try measure(job, threads: 4)
    }

    /// Logs so many records, and takes the time until the file has the last one.
    private static func measure(_ job: Job, threads: Int) throws {
        let lossless = try LosslessSystem(sinks: [FileSink(job.path)])
        let share = job.count / threads
        let records = share * threads
        let start = MonotonicClock.now()
        try Threads.run(threads) { log(share, to: lossless) }
        try lossless.finish()
        job.report.add("rate", Double(records) * 1e9 / Double(MonotonicClock.now() - start))
        job.report.addRecords(records)
    }

    private static func log(_ count: Int, to lossless: LosslessSystem) {
        let log = lossless.logger
        let status = Request.status
        for number in 0..<count {
            log.info("request \(number) handled by worker \(7) status \(status)")
        }
    }
}
