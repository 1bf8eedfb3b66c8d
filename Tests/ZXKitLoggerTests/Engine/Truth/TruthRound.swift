import Foundation
import Glibc
import Synchronization
import Testing
import ZXKitLogPOSIX
import ZXKitLogger

/// One system with all kinds of sinks, and some threads that log to it; all chosen at random.
struct TruthRound {
    let seed: UInt64
    let overflow: LogOverflowPolicy
    private let threads: Int
    /// Each thread is followed by others, one after the other.
    private let lives: Int
    private let calls: Int
    private let hasFile: Bool
    /// How long the gate is shut and open in turn, in milliseconds.
    private let stalls: [Int32]
    private let options: LogSystemOptions

    init(seed: UInt64) {
        var random = SeededGenerator(seed: seed)
        self.seed = seed
        overflow = Bool.random(using: &random) ? .block : .dropNewest
        threads = Int.random(in: 1...8, using: &random)
        lives = Int.random(in: 1...4, using: &random)
        calls = Int.random(in: 0...(3_000 / (threads * lives)), using: &random)
        hasFile = Int.random(in: 0..<3, using: &random) > 0
        stalls = (0..<8).map { _ in Int32.random(in: 1...40, using: &random) }
        var options = LogSystemOptions()
        options.overflow = overflow
        options.threadBufferCapacity = 16 * 1_024
        // Room for one, which all share; for a few; or for each.
        options.threadBuffersCapacity = [1, 3, 100].randomElement(using: &random).map { $0 * 16 * 1_024 } ?? 0
        options.journalCapacity = 256 * 1_024
        self.options = options
    }

    /// What to say where something is wrong.
    var summary: String {
        """
        ZXKIT_TEST_SEED=\(seed): \(threads) threads of \(lives) lives with \(calls) calls each, \(overflow), \
        \(options.threadBuffersCapacity) bytes of buffers, \(hasFile ? "with" : "without") a file
        """
    }

    func run() async throws -> TruthOutcome {
        let (memory, gated) = (MemorySink(byteLimit: .max), GatedSink())
        let broadcast = BroadcastSink(name: "truth", access: .loopback, mostVerbose: .trace, isAdvertised: false)
        let url = FileManager.default.temporaryDirectory.appending(path: "zxkit-truth-\(UUID().uuidString)")
        defer { try? FileManager.default.removeItem(at: url) }
        let files = hasFile ? [FileSink(url.path, level: .trace, format: JSONLinesFormat())] : []
        let system = try LogSystem(sinks: [memory, gated, broadcast] + files, options: options)
        let viewer = try await RawViewer(
            port: #require(system.status.broadcasts[0].port),
            sending: "ZXLOG/1 cbor level=trace from=\(system.status.boot):1\n")
        try await viewer.read { try $0.items().hello != nil }
        // What the system says about the viewer comes before all else, and it says nothing later.
        await system.flush(deadline: .seconds(60))
        let own = system.status.next - 1

        async let logged = logAllAndEnd(system, stalling: gated)
        try await viewer.readToEnd()
        var outcome = TruthOutcome(logged: try await logged + own, next: system.status.next)
        outcome.items["memory"] = memory.items
        outcome.items["gated"] = gated.items
        outcome.items["viewer"] = try viewer.items().logged
        if hasFile {
            outcome.items["file"] = try JSONLinesFile.items(at: url)
        }
        return outcome
    }

    // MARK: Logging

    /// Makes all calls, shuts the system down, and says how many calls there were.
    private func logAllAndEnd(_ system: LogSystem, stalling sink: GatedSink) async throws -> UInt64 {
        let count = Atomic(0)
        let left = Atomic(threads)
        let loggers = (0..<threads).map { thread -> @Sendable () -> Void in
            {
                for life in 0..<lives {
                    count.add(logOnThread(thread * lives + life, system), ordering: .relaxed)
                }
                left.subtract(1, ordering: .releasing)
            }
        }
        let gatekeeper: @Sendable () -> Void = {
            for (index, stall) in stalls.enumerated() where left.load(ordering: .acquiring) > 0 {
                sink.set(shut: index.isMultiple(of: 2))
                _ = poll(nil, 0, stall)
            }
            sink.set(shut: false)
        }
        await onThreads(loggers + [gatekeeper])
        let report = await system.shutdown(deadline: .seconds(120))
        #expect(report.isComplete, "\(summary)")
        return UInt64(count.load(ordering: .relaxed))
    }

    /// Makes all calls of one thread, which begins and ends here.
    private func logOnThread(_ number: Int, _ system: LogSystem) -> Int {
        let count = Atomic(0)
        let thread = try? SystemThread.start(name: "truth") {
            let thread = TruthThread(number, of: system, seed: seed)
            while thread.count < calls { thread.log() }
            count.store(thread.count, ordering: .relaxed)
        }
        thread?.join()
        return count.load(ordering: .relaxed)
    }
}

extension [WireItem] {
    /// The records and gaps.
    fileprivate var logged: [LogItem] {
        compactMap { item in
            switch item {
            case .record(let record): .record(record)
            case .gap(let gap): .gap(gap)
            default: nil
            }
        }
    }
}
