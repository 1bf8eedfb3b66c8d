internal import BenchmarkSupport
internal import Glibc

/// Runs benchmarks and prints one JSON object per result:
///
///     Compare PEERS [--quick] [NAME]...
///
/// The first is the folder of the programs that measure peers; ours lie beside this one. Without names it runs all.
@main
struct Program {
    static func main() {
        do {
            let arguments = try Arguments(Array(CommandLine.arguments.dropFirst()))
            let place = try Workplace(peers: arguments.peers, effort: arguments.effort)
            let failures = arguments.benchmarks.filter { !run($0, in: place) }
            place.remove()
            guard failures.isEmpty else {
                TextOutput.tell("no result: \(failures.map(\.name).joined(separator: " "))")
                exit(1)
            }
        } catch {
            TextOutput.tell("\(error)")
            exit(2)
        }
    }

    /// Runs a benchmark, and says whether it had a result.
    private static func run(_ benchmark: any Benchmark, in place: Workplace) -> Bool {
        TextOutput.tell("\(benchmark.name): measuring")
        do throws(BenchmarkError) {
            let result = try benchmark.run(in: place)
            TextOutput.printLine(result.line(name: benchmark.name, effort: place.effort))
            return true
        } catch {
            TextOutput.tell("\(benchmark.name): \(error)")
            return false
        }
    }
}

/// What was asked for.
private struct Arguments {
    let peers: String
    var effort = Effort.full
    var benchmarks: [any Benchmark] = []

    init(_ words: [String]) throws(BenchmarkError) {
        guard let first = words.first, !first.hasPrefix("-") else { throw Self.usage }
        peers = first
        for word in words.dropFirst() {
            if word == "--quick" {
                effort = .quick
            } else if let benchmark = AllBenchmarks.list.first(where: { $0.name == word }) {
                benchmarks.append(benchmark)
            } else {
                throw Self.usage
            }
        }
        if benchmarks.isEmpty {
            benchmarks = AllBenchmarks.list
        }
    }

    private static var usage: BenchmarkError {
        let names = AllBenchmarks.list.map { "    " + $0.name }.joined(separator: "\n")
        return BenchmarkError("usage: run [--quick] [NAME]...\nnames:\n\(names)")
    }
}
