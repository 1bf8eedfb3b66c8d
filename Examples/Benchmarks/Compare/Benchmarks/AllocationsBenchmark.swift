internal import BenchmarkSupport

/// How many blocks on the heap a call allocates. The count repeats exactly.
struct AllocationsBenchmark: Benchmark {
    let name = "call.allocations"

    func run(in place: Workplace) throws(BenchmarkError) -> BenchmarkResult {
        let bursts = place.effort.choose(full: 40, quick: 10)
        let found = try Turns.usual(place.effort).measure(
            [Measurement(program: .oursCountingAllocations, name: name, count: bursts)], in: place)
        var result = BenchmarkResult(
            ours: try found[0].median("allocations"), peer: nil, unit: "allocations", better: .lower)
        result.details = [
            ("with_metadata", try found[0].median("with_metadata")),
            ("with_floating_point", try found[0].median("with_floating_point")),
            ("all_threads", try found[0].median("all_threads")),
        ]
        return result
    }
}
