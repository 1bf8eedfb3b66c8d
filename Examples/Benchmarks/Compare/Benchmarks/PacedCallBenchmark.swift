internal import BenchmarkSupport

/// What the caller pays at 1,000 calls a second.
struct PacedCallBenchmark: Benchmark {
    let name = "call.paced"

    func run(in place: Workplace) throws(BenchmarkError) -> BenchmarkResult {
        let calls = place.effort.choose(full: 3_000, quick: 300)
        let found = try Turns.usual(place.effort).measure(
            [
                Measurement(program: .ours, name: name, count: calls),
                Measurement(program: .spdlog, name: name, count: calls),
            ], in: place)
        return BenchmarkResult(
            ours: try found[0].median("cost"),
            peer: .init(name: "spdlog-async-block", figure: try found[1].median("cost")), unit: "ns", better: .lower)
    }
}
