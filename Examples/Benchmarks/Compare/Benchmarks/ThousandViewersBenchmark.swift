internal import BenchmarkSupport

/// What a thousand viewers cost in memory, over what the journal has.
struct ThousandViewersBenchmark: Benchmark {
    let name = "fanout.1000"

    private static let viewers = 1_000
    /// What they may cost, in KiB each.
    private static let bound = 64.0
    private static let pageSize = 4_096.0
    /// The default of `LogSystemOptions.journalCapacity`.
    private static let journal = 8.0 * 1_024 * 1_024

    func run(in place: Workplace) throws(BenchmarkError) -> BenchmarkResult {
        let turns = place.effort.choose(full: 5, quick: 1)
        let side = FanoutSide(
            viewers: Self.viewers, records: place.effort.choose(full: 50_000, quick: 5_000), crowd: .all, place: place)
        var (costs, rates, kernel) = ([Double](), [Double](), [Double]())
        for turn in 1...turns {
            let outcome = try side.runOurs()
            let journal = Self.journal
            let grown = try outcome.after.value("rss_peak") - (try outcome.before.value("rss_before"))
            costs.append((grown - journal) / 1_024 / Double(Self.viewers))
            rates.append(outcome.rate)
            kernel.append(try outcome.after.value("kernel_pages") * Self.pageSize / 1_024 / 1_024)
            TextOutput.tell("  turn \(turn) of \(turns) is done")
        }
        var result = BenchmarkResult(
            ours: costs.median, peer: .init(name: "documented-bound", figure: Self.bound), unit: "KiB/viewer",
            better: .lower)
        result.details = [("deliveries_per_second", rates.median), ("kernel_mib", kernel.median)]
        return result
    }
}
