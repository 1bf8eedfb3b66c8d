internal import BenchmarkSupport

/// What two values of metadata add: the same call without them is the peer.
struct MetadataCallBenchmark: Benchmark {
    let name = "call.metadata"

    func run(in place: Workplace) throws(BenchmarkError) -> BenchmarkResult {
        let found = try Turns.usual(place.effort).measure(
            [
                Measurement(program: .ours, name: name, count: EnabledCallBenchmark.bursts(place.effort)),
                EnabledCallBenchmark.measurement(place.effort),
            ], in: place)
        return BenchmarkResult(
            ours: try found[0].median("cost"),
            peer: .init(name: "call.enabled", figure: try found[1].median("cost")), unit: "ns", better: .lower)
    }
}
