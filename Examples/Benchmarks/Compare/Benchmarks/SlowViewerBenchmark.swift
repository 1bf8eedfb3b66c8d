internal import BenchmarkSupport

/// What a stopped viewer changes for nine others: the same nine alone are the peer.
struct SlowViewerBenchmark: Benchmark {
    let name = "slow.viewer"

    func run(in place: Workplace) throws(BenchmarkError) -> BenchmarkResult {
        let pairs = place.effort.choose(full: 15, quick: 3)
        let side = FanoutSide(
            viewers: 9, records: place.effort.choose(full: 400_000, quick: 100_000), crowd: .all, place: place)
        var (with, alone) = ([Double](), [Double]())
        for pair in 1...pairs {
            // The other way round every second time.
            if pair.isMultiple(of: 2) { with.append(try side.runBesideStopped().rate) }
            alone.append(try side.runOurs().rate)
            if !pair.isMultiple(of: 2) { with.append(try side.runBesideStopped().rate) }
            TextOutput.tell("  pair \(pair) of \(pairs) is done")
        }
        let slowdowns = zip(with, alone).map { $1 / $0 }
        var result = BenchmarkResult(
            ours: with.median, peer: .init(name: "alone", figure: alone.median), unit: "deliveries/s",
            ratio: 1 / slowdowns.median)
        result.details = [("slowdown", slowdowns.median)]
        return result
    }
}
