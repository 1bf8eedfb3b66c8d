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
    ]
}
