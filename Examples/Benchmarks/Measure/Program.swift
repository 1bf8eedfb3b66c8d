internal import BenchmarkSupport
internal import CBenchmarkSupport
internal import Glibc

/// Measures our logger once, for one benchmark, and prints lines of a name and a number:
///
///     Measure BENCHMARK COUNT PATH
///
/// The count is in the benchmark's own unit (calls, bursts, records). The path is that of the file which the records go
/// to; who runs this counts what arrived there.
@main
struct Program {
    static func main() {
        benchmark_bound_lifetime()
        do {
            try measure()
        } catch {
            TextOutput.tell("\(error)")
            exit(1)
        }
    }

    private static func measure() throws {
        let words = CommandLine.arguments
        guard words.count == 4, let measure = measurements[words[1]], let count = Int(words[2]) else {
            throw BenchmarkError("usage: Measure BENCHMARK COUNT PATH")
        }
        try measure(Job(count: count, path: words[3], report: try Report()))
    }

    private static let measurements: [String: @Sendable (Job) throws -> Void] = [
        "clock": Clock.measure,
        "call.disabled": DisabledCall.measure,
        "call.enabled": EnabledCall.measure,
        "call.metadata": MetadataCall.measure,
        "call.paced": PacedCall.measure,
        "file.throughput": FileThroughput.measureOneThread,
        "file.throughput.4threads": FileThroughput.measureFourThreads,
        "stalled": StalledCall.measureStalled,
        "unstalled": StalledCall.measureUnstalled,
        "reader": Reader.run,
        "idle.wakeups": Idle.run,
        "memory.logging": MemoryUse.measureLogging,
        "memory.silent": MemoryUse.measureSilent,
        "fanout": FanoutProducer.measure,
        "receive": ReceiveRate.measure,
        "latency": Latency.measure,
        "latency.sink": Latency.measureToSink,
        "latency.socket": Latency.measureToSocket,
        "echo": Latency.measureEcho,
        "fanout.filtered": FanoutProducer.measureHalves,
    ]
}

/// What is to be measured.
struct Job: Sendable {
    /// How much, in the benchmark's own unit.
    let count: Int
    /// The file that the records go to.
    let path: String
    /// Where the figures go.
    let report: Report
}
