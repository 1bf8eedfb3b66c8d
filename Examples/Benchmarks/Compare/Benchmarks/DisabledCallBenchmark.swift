internal import BenchmarkSupport

/// A call whose level nobody wants.
struct DisabledCallBenchmark: Benchmark {
    let name = "call.disabled"

    func run(in place: Workplace) throws(BenchmarkError) -> BenchmarkResult {
        let calls = place.effort.choose(full: 200_000_000, quick: 20_000_000)
        // Fewer for the one that takes longer, so that the two take about as long.
        let found = try Turns.usual(place.effort).measure(
            [
                Measurement(program: .ours, name: name, count: calls),
                Measurement(program: .spdlog, name: name, count: calls / 10),
            ], in: place)
        return BenchmarkResult(
            ours: try found[0].median("cost"),
            peer: .init(name: "spdlog-disabled", figure: try found[1].median("cost")), unit: "ns", better: .lower)
    }
}
