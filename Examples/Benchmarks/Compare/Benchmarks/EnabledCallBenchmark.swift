internal import BenchmarkSupport

/// What the caller pays for a record that reaches a file, in bursts; with one clock reading beside it.
struct EnabledCallBenchmark: Benchmark {
    let name = "call.enabled"

    func run(in place: Workplace) throws(BenchmarkError) -> BenchmarkResult {
        let found = try Turns.usual(place.effort).measure(
            [
                Self.measurement(place.effort),
                Measurement(program: .spdlog, name: name, count: Self.bursts(place.effort)),
                ClockBenchmark.measurement(place.effort),
            ], in: place)
        var result = BenchmarkResult(
            ours: try found[0].median("cost"),
            peer: .init(name: "spdlog-async-block", figure: try found[1].median("cost")), unit: "ns", better: .lower)
        result.details = [("clock", try found[2].median("cost"))]
        return result
    }

    /// What other benchmarks measure beside their own.
    static func measurement(_ effort: Effort) -> Measurement {
        Measurement(program: .ours, name: "call.enabled", count: bursts(effort))
    }

    /// How many bursts such benchmarks make.
    static func bursts(_ effort: Effort) -> Int {
        effort.choose(full: 200, quick: 20)
    }
}
