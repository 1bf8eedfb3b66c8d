internal import BenchmarkSupport

/// Something to compare.
protocol Benchmark: Sendable {
    /// The name by which it is chosen.
    var name: String { get }

    /// Measures all sides in turns.
    func run(in place: Workplace) throws(BenchmarkError) -> BenchmarkResult
}

/// How long to measure.
enum Effort {
    /// Long enough for figures to be quoted.
    case full
    /// Just long enough to see that all works.
    case quick

    /// One or the other value, as the effort is.
    func choose<Value>(full: Value, quick: Value) -> Value {
        switch self {
        case .full: full
        case .quick: quick
        }
    }
}
