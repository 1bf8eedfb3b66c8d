internal import BenchmarkSupport

/// How many records a second a connection of ours decodes and hands to its consumer.
struct ReceiveBenchmark: Benchmark {
    let name = "receive.1"

    /// What is to be reached, in records a second.
    private static let goal = 1_000_000.0

    func run(in place: Workplace) throws(BenchmarkError) -> BenchmarkResult {
        let turns = place.effort.choose(full: 5, quick: 1)
        let records = place.effort.choose(full: 2_000_000, quick: 200_000)
        var rates: [Double] = []
        for turn in 1...turns {
            rates.append(try Self.rate(records, in: place))
            TextOutput.tell("  turn \(turn) of \(turns) is done")
        }
        return BenchmarkResult(
            ours: rates.median, peer: .init(name: "goal", figure: Self.goal), unit: "records/s", better: .higher)
    }

    private static func rate(_ records: Int, in place: Workplace) throws(BenchmarkError) -> Double {
        let sender = try MeasuringProcess(place.path(of: .ours), ["fanout", "\(records)", "-"], title: "our sender")
        let port = Int(try sender.wait(until: "rss_before").value("port"))
        let receiver = try MeasuringProcess(
            place.path(of: .ours), ["receive", "\(records)", "\(port)"], title: "our receiver")
        _ = try receiver.wait(until: "ready")
        try sender.begin()
        let end = try receiver.finish().value("end")
        return Double(records) * 1e9 / (end - (try sender.finish().value("start")))
    }
}
