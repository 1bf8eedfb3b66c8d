/// Every benchmark, in the order in which they run.
enum AllBenchmarks {
    static let list: [any Benchmark] = [
        ClockBenchmark(),
        DisabledCallBenchmark(),
        EnabledCallBenchmark(),
        PacedCallBenchmark(),
        MetadataCallBenchmark(),
        AllocationsBenchmark(),
        FileThroughputBenchmark(name: "file.throughput"),
        FileThroughputBenchmark(name: "file.throughput.4threads"),
        StalledBenchmark(),
        IdleBenchmark(),
        MemoryBenchmark(),
        FanoutBenchmark(name: "fanout.1", viewers: 1, records: 2_000_000),
        FanoutBenchmark(name: "fanout.10", viewers: 10, records: 1_000_000),
        FanoutBenchmark(name: "fanout.100", viewers: 100, records: 200_000),
        ThousandViewersBenchmark(),
        FanoutBenchmark(name: "fanout.filtered.10", viewers: 10, records: 1_000_000, crowd: .half),
        FanoutBenchmark(name: "fanout.json.10", viewers: 10, records: 400_000, crowd: .json),
        LatencyBenchmark(),
        ReceiveBenchmark(),
        SlowViewerBenchmark(),
    ]
}
