internal import BenchmarkSupport
internal import ZXKitLogger

/// A system whose file gets every record: the one place that knows how the engine is told to lose none.
struct LosslessSystem: Sendable {
    let system: LogSystem

    /// The label that all benchmarks log under.
    static let label = "bench.worker"

    /// How an engine is made that loses nothing.
    private static var options: LogSystemOptions {
        var options = LogSystemOptions()
        options.overflow = .block
        return options
    }

    /// Makes a system with these sinks, a file among them.
    init(sinks: [any LogSink]) throws {
        system = try LogSystem(sinks: sinks, options: Self.options)
    }

    var logger: ZXLogger { system.logger(Self.label) }

    /// The one sink that must get everything.
    var fileStatus: SinkStatus? { system.status.sinks.first { $0.name.hasPrefix("file ") } }

    /// Waits until all sinks have everything, and ends the system.
    ///
    /// - Throws: What the file didn't get.
    func finish() throws(BenchmarkError) {
        let report = system.shutdownAndWait(deadline: .seconds(60))
        guard report.isComplete else { throw BenchmarkError("not all was written: \(report.leftovers)") }
        guard let missed = fileStatus?.missed, missed > 0 else { return }
        throw BenchmarkError("the file has a gap: it missed \(missed) records")
    }
}
