internal import BenchmarkSupport
internal import CBenchmarkSupport

/// One reading of the clock that every record needs.
enum Clock {
    /// Reads the clock so many times.
    static func measure(_ job: Job) {
        let start = MonotonicClock.now()
        for _ in 0..<job.count {
            benchmark_keep(UInt64(bitPattern: MonotonicClock.now()))
        }
        job.report.add("cost", Double(MonotonicClock.now() - start) / Double(job.count))
    }
}
