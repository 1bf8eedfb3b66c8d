internal import BenchmarkSupport

/// Measures several things in turns, so that what else the machine does meets all of them alike.
struct Turns {
    let count: Int

    /// Measures each of them so many times.
    ///
    /// - Returns: What each turn found for each of them, in the order given.
    func measure(_ measurements: [Measurement], in place: Workplace) throws(BenchmarkError) -> [[Figures]] {
        var found = measurements.map { _ in [Figures]() }
        for turn in 0..<count {
            // The other way round every second time: whoever comes later finds warmer caches and a fuller disk.
            let order = turn.isMultiple(of: 2) ? Array(measurements.indices) : measurements.indices.reversed()
            for index in order {
                found[index].append(try measurements[index].run(in: place))
            }
            TextOutput.tell("  turn \(turn + 1) of \(count) is done")
        }
        return found
    }

    /// As many turns as results need.
    static func usual(_ effort: Effort) -> Turns {
        Turns(count: effort.choose(full: 7, quick: 5))
    }
}
