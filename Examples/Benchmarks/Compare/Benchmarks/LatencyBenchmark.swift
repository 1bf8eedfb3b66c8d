internal import BenchmarkSupport

/// How long a record takes on an idle system from its call to a receiver's consumer, beside a bare message over TCP.
struct LatencyBenchmark: Benchmark {
    let name = "latency.1"

    func run(in place: Workplace) throws(BenchmarkError) -> BenchmarkResult {
        let count = place.effort.choose(full: 100, quick: 30)
        let found = try Turns.usual(place.effort).measure(
            [
                Measurement(program: .ours, name: "latency", count: count, check: .none),
                Measurement(program: .ours, name: "echo", count: count, check: .none),
                Measurement(program: .ours, name: "latency.sink", count: count, check: .none),
                Measurement(program: .ours, name: "latency.socket", count: count, check: .none),
            ], in: place)
        let (ours, echo) = (try found[0].median("cost"), try found[1].median("cost"))
        var result = BenchmarkResult(
            ours: ours, peer: .init(name: "tcp-echo", figure: echo), unit: "ns", better: .lower)
        result.details = [
            ("times_echo", ours / echo), ("call_to_sink", try found[2].median("cost")),
            ("call_to_socket", try found[3].median("cost")), ("p99", try found[0].median("p99")),
        ]
        return result
    }
}
