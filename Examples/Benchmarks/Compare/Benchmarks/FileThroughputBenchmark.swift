internal import BenchmarkSupport

/// How many records a second get into a file, from the first call until all are written.
struct FileThroughputBenchmark: Benchmark {
    /// One of the two that the measuring programs know by these names.
    let name: String

    func run(in place: Workplace) throws(BenchmarkError) -> BenchmarkResult {
        let records = place.effort.choose(full: 2_000_000, quick: 100_000)
        let found = try Turns.usual(place.effort).measure(
            [
                Measurement(program: .ours, name: name, count: records),
                Measurement(program: .spdlog, name: name, count: records),
            ], in: place)
        return BenchmarkResult(
            ours: try found[0].median("rate"),
            peer: .init(name: "spdlog-sync", figure: try found[1].median("rate")), unit: "records/s", better: .higher)
    }
}
