internal import BenchmarkSupport

/// One clock reading: the yardstick for what a call costs.
struct ClockBenchmark: Benchmark {
    let name = "clock"

    func run(in place: Workplace) throws(BenchmarkError) -> BenchmarkResult {
        let found = try Turns.usual(place.effort).measure([Self.measurement(place.effort)], in: place)
        return BenchmarkResult(ours: try found[0].median("cost"), peer: nil, unit: "ns", better: .lower)
    }

    /// What other benchmarks measure beside their own.
    static func measurement(_ effort: Effort) -> Measurement {
        Measurement(
            program: .ours, name: "clock", count: effort.choose(full: 5_000_000, quick: 500_000), check: .none)
    }
}
