internal import BenchmarkSupport
internal import CAllocationCounter
internal import CBenchmarkSupport
internal import Glibc
internal import ZXKitLogger

/// Counts what log calls allocate, and prints lines of a name and a number, like `Measure`:
///
///     MeasureAllocations call.allocations COUNT PATH
///
/// The count is that of the bursts of 500 calls.
@main
struct Program {
    static func main() {
        benchmark_bound_lifetime()
        do {
            try measure()
        } catch {
            TextOutput.tell("\(error)")
            exit(1)
        }
    }

    private static func measure() throws {
        let words = CommandLine.arguments
        guard words.count == 4, words[1] == "call.allocations", let bursts = Int(words[2]) else {
            throw BenchmarkError("usage: MeasureAllocations call.allocations COUNT PATH")
        }
        let report = try Report()
        try checkThatItCounts()
        let count = try Calls(path: words[3])
        // The first calls of a thread make what the others use.
        try count.plain(bursts: 2)
        let plain = try count.plain(bursts: bursts)
        try count.withMetadata(bursts: 2)
        let withMetadata = try count.withMetadata(bursts: bursts)
        try count.withFloatingPoint(bursts: 2)
        let withFloatingPoint = try count.withFloatingPoint(bursts: bursts)
        try count.finish()
        report.add("allocations", plain.ofThisThread)
        report.add("all_threads", plain.ofAllThreads)
        report.add("with_metadata", withMetadata.ofThisThread)
        report.add("with_floating_point", withFloatingPoint.ofThisThread)
        report.addRecords(count.calls)
    }

    /// A counter that the Swift runtime doesn't reach would say 0 too.
    private static func checkThatItCounts() throws(BenchmarkError) {
        let before = allocations_of_this_thread()
        for size in 0..<10 {
            let block = UnsafeMutableRawPointer.allocate(byteCount: 100 + size, alignment: 1)
            benchmark_keep(UInt64(UInt(bitPattern: block)))
            block.deallocate()
        }
        let text = String(repeating: "x", count: 100)
        benchmark_keep(UInt64(text.utf8.count))
        guard allocations_of_this_thread() - before >= 11 else {
            throw BenchmarkError("allocations are not counted in this program")
        }
    }
}

/// Logs in bursts, and counts allocations for each call.
private final class Calls {
    private let system: LogSystem
    private let log: ZXLogger
    private let status = String(cString: benchmark_hidden("accepted"))
    private let user = String(cString: benchmark_hidden("ada.lovelace"))
    private let session = String(cString: benchmark_hidden("7468c2a9459dc45a"))
    /// How many calls were made.
    private(set) var calls = 0

    /// Small enough for any buffer, so that nothing is lost.
    private static let length = 500

    init(path: String) throws {
        system = try LogSystem(sinks: [FileSink(path)])
        log = system.logger("bench.worker")
    }

    @discardableResult
    func plain(bursts: Int) throws -> Count {
        try count(bursts) { number in
            log.info("request \(number) handled by worker \(7) status \(status)")
        }
    }

    @discardableResult
    func withMetadata(bursts: Int) throws -> Count {
        try count(bursts) { number in
            log.info(
                "request \(number) handled by worker \(7) status \(status)",
                metadata: ["user": "\(user)", "session": "\(session)"])
        }
    }

    @discardableResult
    func withFloatingPoint(bursts: Int) throws -> Count {
        try count(bursts) { number in
            log.info("request \(number) took \(Double(number) * 0.37) ms, \(Float(number) / 3) of all, \(number > 7)")
        }
    }

    private func count(_ bursts: Int, _ call: (Int) -> Void) throws -> Count {
        var total = Count()
        for _ in 0..<bursts {
            let before = Count.now
            for number in 0..<Self.length {
                call(number)
            }
            total.ofThisThread += Count.now.ofThisThread - before.ofThisThread
            guard system.flushAndWait(deadline: .seconds(30)).isComplete else {
                throw BenchmarkError("a burst was not written within 30 s")
            }
            // Asking and waiting allocate as well, but once for a burst.
            total.ofAllThreads += Count.now.ofAllThreads - before.ofAllThreads
        }
        calls += bursts * Self.length
        return total / Double(bursts * Self.length)
    }

    func finish() throws(BenchmarkError) {
        guard system.shutdownAndWait(deadline: .seconds(30)).isComplete else {
            throw BenchmarkError("not all was written")
        }
    }
}

/// Numbers of allocations.
private struct Count {
    var ofThisThread = 0.0
    var ofAllThreads = 0.0

    /// Those since the program began.
    static var now: Count {
        Count(
            ofThisThread: Double(allocations_of_this_thread()), ofAllThreads: Double(allocations_of_all_threads()))
    }

    static func / (count: Count, calls: Double) -> Count {
        Count(ofThisThread: count.ofThisThread / calls, ofAllThreads: count.ofAllThreads / calls)
    }
}
