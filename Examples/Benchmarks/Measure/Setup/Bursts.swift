internal import BenchmarkSupport

/// Calls as a server makes them that is busy for a moment and then waits for work.
enum Bursts {
    /// How many calls one burst has.
    static let length = 2_000
    /// The time between bursts, in nanoseconds: enough for any logger to get its work done.
    private static let pause: Int64 = 10_000_000

    /// Makes bursts of calls.
    ///
    /// - Parameters:
    ///   - count: How many bursts.
    ///   - system: Where they log.
    ///   - calls: Makes the calls of one burst, one for each number.
    /// - Returns: What a call cost in each burst, in nanoseconds.
    static func costs(_ count: Int, in system: LosslessSystem, calls: (Range<Int>) -> Void) -> [Double] {
        (0..<count).map { burst in
            rest()
            let start = MonotonicClock.now()
            calls(burst * length..<(burst + 1) * length)
            return Double(MonotonicClock.now() - start) / Double(length)
        }
    }

    /// Makes bursts of calls, and takes the time of each: in nanoseconds, with one reading of the clock in it.
    static func singleCosts(_ count: Int, in system: LosslessSystem, call: (Int) -> Void) -> [Double] {
        var costs: [Double] = []
        costs.reserveCapacity(count * length)
        for burst in 0..<count {
            rest()
            for number in burst * length..<(burst + 1) * length {
                let start = MonotonicClock.now()
                call(number)
                costs.append(Double(MonotonicClock.now() - start))
            }
        }
        return costs
    }

    private static func rest() {
        MonotonicClock.pause(nanoseconds: pause)
    }
}
