internal import BenchmarkSupport
internal import ZXKitLogger

/// A call that reaches the file while the console's pipe is full and a viewer stands still, and one while both read.
enum StalledCall {
    static func measureStalled(_ job: Job) throws {
        let watched = try WatchedSystem(path: job.path)
        let calls = Calls(watched.lossless)
        try watched.stall { calls.costs(1) }
        let before = watched.progress
        calls.report(job)
        guard watched.progress == before else { throw BenchmarkError("console or viewer was not stalled") }
        try watched.finish()
    }

    static func measureUnstalled(_ job: Job) throws {
        let watched = try WatchedSystem(path: job.path)
        let calls = Calls(watched.lossless)
        calls.costs(warmUp)
        calls.report(job)
        try watched.finish()
    }

    /// Bursts before measuring, about as many as it takes to stall.
    private static let warmUp = 30

    private final class Calls {
        private let lossless: LosslessSystem
        private let log: ZXLogger
        private let status = Request.status
        private var bursts = 0

        init(_ lossless: LosslessSystem) {
            self.lossless = lossless
            log = lossless.logger
        }

        @discardableResult
        func costs(_ count: Int) -> [Double] {
            bursts += count
            return Bursts.costs(count, in: lossless) { numbers in
                for number in numbers {
                    log.info("request \(number) handled by worker \(7) status \(status)")
                }
            }
        }

        private func singleCosts(_ count: Int) -> [Double] {
            bursts += count
            return Bursts.singleCosts(count, in: lossless) { number in
                log.info("request \(number) handled by worker \(7) status \(status)")
            }
        }

        func report(_ job: Job) {
            job.report.add("cost", costs(job.count).median)
            job.report.add("p99", singleCosts(job.count).percentile(0.99))
            job.report.addRecords(bursts * Bursts.length)
        }
    }
}
