internal import BenchmarkSupport

/// How many records a second reach viewers that only read, from the first call to the last byte; and a NATS server's.
struct FanoutBenchmark: Benchmark {
    let name: String
    let viewers: Int
    let records: Int
    var crowd = Crowd.all

    func run(in place: Workplace) throws(BenchmarkError) -> BenchmarkResult {
        let turns = place.effort.choose(full: 5, quick: 1)
        let side = FanoutSide(
            viewers: viewers, records: place.effort.choose(full: records, quick: records / 10), crowd: crowd,
            place: place)
        var raw = side
        if crowd != .all {
            raw = FanoutSide(viewers: viewers, records: side.records, crowd: .all, place: place)
        }
        var (ours, theirs, limit) = ([Double](), [Double](), [Double]())
        for turn in 1...turns {
            let outcome = try side.runOurs()
            ours.append(outcome.rate)
            theirs.append(try side.runNATS().rate)
            limit.append(try raw.runRaw(recordLength: Int(outcome.recordLength)).rate)
            TextOutput.tell("  turn \(turn) of \(turns) is done")
        }
        var result = BenchmarkResult(
            ours: ours.median, peer: .init(name: "nats", figure: theirs.median), unit: "deliveries/s", better: .higher)
        result.details = [("raw", limit.median)]
        return result
    }
}
