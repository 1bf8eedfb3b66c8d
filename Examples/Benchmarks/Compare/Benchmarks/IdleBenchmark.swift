internal import BenchmarkSupport
internal import Glibc

/// How often threads of an idle process wake up, seen from outside.
struct IdleBenchmark: Benchmark {
    let name = "idle.wakeups"

    /// Records before the silence.
    private static let records = 100
    /// What threads may still have to do when all is settled, in nanoseconds.
    private static let settling: Int64 = 2_000_000_000

    func run(in place: Workplace) throws(BenchmarkError) -> BenchmarkResult {
        let seconds: Int64 = place.effort.choose(full: 20, quick: 3)
        let turns = place.effort.choose(full: 5, quick: 1)
        var (ours, theirs, discovery) = ([Double](), [Double](), [Double]())
        for turn in 1...turns {
            let us = try IdleProcess(.init(program: .ours, name: name, count: Self.records), in: place)
            let them = try IdleProcess(.init(program: .spdlog, name: name, count: Self.records), in: place)
            MonotonicClock.pause(nanoseconds: Self.settling)
            let before = (try us.wakeUps(), try them.wakeUps())
            MonotonicClock.pause(nanoseconds: seconds * 1_000_000_000)
            ours.append(Double(try us.wakeUps() - before.0))
            theirs.append(Double(try them.wakeUps() - before.1))
            discovery.append(try us.reported.value("discovery"))
            try us.finish()
            try them.finish()
            TextOutput.tell("  turn \(turn) of \(turns) is done")
        }
        var result = BenchmarkResult(
            ours: ours.median, peer: .init(name: "spdlog-async-block", figure: theirs.median), unit: "wake-ups",
            better: .lower)
        result.details = [
            ("seconds", Double(seconds)), ("most", ours.percentile(1)), ("advertised", discovery.median),
        ]
        return result
    }
}

/// A process that has logged a little and waits for its input to end.
private struct IdleProcess {
    private let measurement: Measurement
    private let path: String
    private let running: MeasuringProcess
    let reported: Figures

    /// Starts it, and waits until it is settled. Ours says last whether it is advertised, and spdlog's that it is ready.
    init(_ measurement: Measurement, in place: Workplace) throws(BenchmarkError) {
        self.measurement = measurement
        path = place.file("\(measurement.program)-\(measurement.name).log")
        running = try MeasuringProcess(measurement, logFile: path, in: place)
        reported = try running.wait(until: measurement.program == .spdlog ? "ready" : "discovery")
    }

    /// The voluntary context switches of all its threads so far (proc(5)).
    func wakeUps() throws(BenchmarkError) -> Int {
        let folder = "/proc/\(running.process.id)/task"
        var total = 0
        for thread in try Self.names(in: folder) {
            let status = try DescriptorReading.text(ofFile: "\(folder)/\(thread)/status").split(separator: "\n")
            let line = status.first { $0.hasPrefix("voluntary_ctxt_switches:") }
            guard let count = line?.split(whereSeparator: \.isWhitespace).last.flatMap({ Int($0) }) else {
                throw BenchmarkError("no voluntary_ctxt_switches of thread \(thread)")
            }
            total += count
        }
        return total
    }

    /// Ends it, and checks what it logged.
    func finish() throws(BenchmarkError) {
        defer { unlink(path) }
        try running.finish()
        try measurement.checkRecords(in: path, against: reported)
    }

    private static func names(in folder: String) throws(BenchmarkError) -> [String] {
        guard let directory = opendir(folder) else { throw .system("opendir \(folder)") }
        defer { closedir(directory) }
        var names: [String] = []
        while let entry = readdir(directory) {
            let name = withUnsafePointer(to: &entry.pointee.d_name) {
                $0.withMemoryRebound(to: CChar.self, capacity: 256) { String(cString: $0) }
            }
            if !name.hasPrefix(".") {
                names.append(name)
            }
        }
        return names
    }
}
