internal import BenchmarkSupport

/// What a stalled console and a stopped viewer change for the caller: the same while both read is the peer.
struct StalledBenchmark: Benchmark {
    let name = "stalled"

    func run(in place: Workplace) throws(BenchmarkError) -> BenchmarkResult {
        let bursts = place.effort.choose(full: 100, quick: 10)
        let turns = Turns(count: place.effort.choose(full: 15, quick: 3))
        let found = try turns.measure(
            [
                Measurement(program: .ours, name: "stalled", count: bursts),
                Measurement(program: .ours, name: "unstalled", count: bursts),
            ], in: place)
        let ratios = try Self.ratios(found[0], found[1])
        var result = BenchmarkResult(
            ours: try found[0].median("cost"),
            peer: .init(name: "unstalled", figure: try found[1].median("cost")), unit: "ns", ratio: 1 / ratios.median)
        result.details = [
            ("slowdown", ratios.median), ("p99", try found[0].median("p99")),
            ("p99_unstalled", try found[1].median("p99")),
        ]
        return result
    }

    /// Stalled to unstalled, pair by pair: what else the machine did at the time meets both of a pair.
    private static func ratios(_ stalled: [Figures], _ unstalled: [Figures]) throws(BenchmarkError) -> [Double] {
        var ratios: [Double] = []
        for (with, without) in zip(stalled, unstalled) {
            ratios.append(try with.value("cost") / without.value("cost"))
        }
        return ratios
    }
}
