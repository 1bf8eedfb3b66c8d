internal import BenchmarkSupport

/// How much memory logging takes while nobody takes the records; what is documented, and 4 MiB, is the peer.
struct MemoryBenchmark: Benchmark {
    let name = "memory.bound"

    /// What the allocator, stacks and code may take.
    private static let allowance = 4.0 * 1_024 * 1_024
    private static let mebibyte = 1_024.0 * 1_024

    func run(in place: Workplace) throws(BenchmarkError) -> BenchmarkResult {
        let records = place.effort.choose(full: 10_000_000, quick: 300_000)
        let turns = Turns(count: place.effort.choose(full: 5, quick: 1))
        let found = try turns.measure(
            [
                Measurement(program: .ours, name: "memory.logging", count: records, check: .none),
                Measurement(program: .ours, name: "memory.silent", count: records, check: .none),
            ], in: place)
        let (logging, silent) = (try found[0].median("peak"), try found[1].median("peak"))
        let bound = try found[0].median("bound")
        var result = BenchmarkResult(
            ours: (logging - silent) / Self.mebibyte,
            peer: .init(name: "documented-bound", figure: (bound + Self.allowance) / Self.mebibyte), unit: "MiB",
            better: .lower)
        result.details = [("logging", logging / Self.mebibyte), ("silent", silent / Self.mebibyte)]
        return result
    }
}
