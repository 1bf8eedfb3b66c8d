internal import BenchmarkSupport
internal import CBenchmarkSupport
internal import Glibc
internal import ZXKitLogger

/// The peak of a process's memory when it logs and nobody takes the records.
enum MemoryUse {
    /// Logs so many records while console, file and viewer stand still.
    static func measureLogging(_ job: Job) throws {
        let options = LogSystemOptions()
        let stalled = try StalledSystem(path: job.path, options: options)
        let log = stalled.system.logger(LosslessSystem.label)
        let status = Request.status
        for number in 0..<job.count {
            log.info("request \(number) handled by worker \(7) status \(status)")
        }
        try stalled.check(logged: UInt64(job.count))
        job.report.add("peak", try ProcessMemory.peak())
        job.report.add("bound", Double(DocumentedBound.bytes(options, threads: 1)))
        // An orderly end would wait for those who stand still.
        exit(0)
    }

    /// Does the same without logging.
    static func measureSilent(_ job: Job) throws {
        let status = Request.status
        for number in 0..<job.count {
            benchmark_keep(UInt64(number &+ status.utf8.count))
        }
        job.report.add("peak", try ProcessMemory.peak())
    }
}

/// What the documentation promises for the sinks of this benchmark, in one place.
private enum DocumentedBound {
    /// The most bytes that a system holds: the journal, as much again in segments that stalled cursors pin, and a ring
    /// for each thread that logs.
    static func bytes(_ options: LogSystemOptions, threads: Int) -> Int {
        2 * options.journalCapacity + threads * options.threadBufferCapacity
    }
}

/// A system with a console on a pipe, a file that is a FIFO, and a viewer, none of which is ever read.
private struct StalledSystem {
    let system: LogSystem
    /// Open until the process ends, and never read.
    private let unread: [Int32]

    init(path: String, options: LogSystemOptions) throws {
        let pipe = try Pipe()
        try BenchmarkError.check("dup2", dup2(pipe.input, STDOUT_FILENO))
        try BenchmarkError.check("mkfifo", mkfifo(path, 0o600))
        let fifo = try BenchmarkError.check("open", open(path, O_RDWR | O_CLOEXEC))
        system = try LogSystem(
            sinks: [
                ConsoleSink(stream: .standardOutput), FileSink(path),
                BroadcastSink(name: "benchmark", access: .loopback, isAdvertised: false),
            ], options: options)
        let viewer = try Viewer.connect(port: try Viewer.port(of: system))
        try Viewer.waitUntilThere(in: system)
        unread = [pipe.output, fifo, viewer]
    }

    /// Checks that all records were given numbers, and that nobody took more than what pipes and sockets hold.
    func check(logged count: UInt64) throws(BenchmarkError) {
        try MonotonicClock.wait(for: "all records to be given numbers") { system.status.next > count }
        let status = system.status
        let taken = status.sinks.map(\.cursor).map { $0 - 1 } + status.broadcasts.flatMap { $0.viewers.map(\.sent) }
        // Pipes hold 64 KiB (pipe(7)), the connection a few megabytes.
        guard taken.count == 3, taken.allSatisfy({ $0 < max(count / 2, 100_000) }) else {
            throw BenchmarkError("not everybody stood still: \(taken) records of \(count) were taken")
        }
    }
}
