import Glibc
import Synchronization
import Testing
import ZXKitLogPOSIX

@testable import ZXKitLogger

/// No record may be committed just as the collector falls asleep, and lie there.
@Suite struct CollectorSleepTests {
    /// So long may a record take on a busy machine; a lost one would take for ever.
    private static let limit: Duration = .seconds(20)

    @Test func `A record that is committed just as the collector falls asleep wakes it`() async throws {
        let memory = MemorySink()
        var options = LogSystemOptions.blocking
        options.quietTime = .zero
        let system = try LogSystem(sinks: [memory], options: options)
        let journal = system.engine.journal
        let log = system.logger("a")
        var random = SeededGenerator(for: "records around the collector's sleep")
        let pauses = (0..<10_000).map { _ in Int.random(in: 0...300, using: &random) }
        let logged = Atomic(0)
        let arrived = Atomic(0)
        await onThreads([
            {
                // As many rounds as a slow machine makes in a few seconds will do.
                let end = ContinuousClock.now + .seconds(5)
                for (round, pause) in zip(1..., pauses) where round <= 1_000 || ContinuousClock.now < end {
                    spin(pause)
                    log.info("\(round)")
                    logged.store(round, ordering: .relaxed)
                    guard spinUntil(limit: Self.limit, { journal.range.upperBound > UInt64(round) }) else {
                        return
                    }
                    arrived.store(round, ordering: .relaxed)
                }
            }
        ])
        let rounds = logged.load(ordering: .relaxed)
        #expect(arrived.load(ordering: .relaxed) == rounds)
        #expect(await system.shutdown(deadline: .seconds(60)).isComplete)
        let messages = memory.records.map(\.message)
        let isWhole = messages == (1...rounds).map { "\($0)" }
        #expect(isWhole)
    }

    /// The same without anything between the two sides' stores and loads, and with stores that take long to get out of a
    /// processor: then a load that no barrier holds back is done before them, nearly each time.
    @Test func `Of what is told just as the collector falls asleep nothing is overlooked`() async throws {
        let rounds = 20_000
        // Decides which barriers there are.
        _ = try LogSystem(sinks: [])
        let gate = CollectorGate()
        let isFirst = gate.claimStart()
        #expect(isFirst)
        let told = Atomic(0)
        let seen = Atomic(0)
        var random = SeededGenerator(for: "what is told around the collector's sleep")
        let pauses = (0..<1_024).map { _ in Int.random(in: 0...50, using: &random) }
        await onThreads([
            {
                var stores = SlowStores()
                while seen.load(ordering: .relaxed) < rounds {
                    // Each side comes first now and then.
                    spin(pauses[seen.load(ordering: .relaxed) * 7 % pauses.count])
                    stores.begin()
                    gate.sleep { told.load(ordering: .relaxed) != seen.load(ordering: .relaxed) }
                    seen.store(told.load(ordering: .acquiring), ordering: .releasing)
                }
            },
            {
                var stores = SlowStores()
                for round in 1...rounds {
                    spin(pauses[round % pauses.count])
                    stores.begin()
                    told.store(round, ordering: .releasing)
                    _ = gate.notify(isUrgent: false)
                    guard spinUntil(limit: Self.limit, { seen.load(ordering: .acquiring) == round }) else {
                        Issue.record("round \(round) was overlooked")
                        told.store(rounds, ordering: .releasing)
                        return gate.wake()
                    }
                }
            },
        ])
    }
}

/// Keeps a processor busy with stores to memory that no cache has, behind which later ones queue.
private struct SlowStores: ~Copyable {
    private static let size = 64 * 1_024 * 1_024
    private static let stride = 64 * 67

    private let memory = UnsafeMutableBufferPointer<UInt8>.allocate(capacity: size)
    private var position = 0

    init() {
        memory.initialize(repeating: 0)
    }

    deinit {
        memory.deallocate()
    }

    mutating func begin() {
        for _ in 0..<40 {
            position = (position &+ Self.stride) % Self.size
            memory[position] = 1
        }
    }
}

/// Passes some nanoseconds for each count.
private func spin(_ count: Int) {
    let number = Atomic(0)
    for _ in 0..<count {
        number.add(1, ordering: .relaxed)
    }
}

/// Waits until something is so, as quickly as can be; false if it doesn't become so in time.
private func spinUntil(limit: Duration, _ condition: () -> Bool) -> Bool {
    let end = ContinuousClock.now + limit
    while ContinuousClock.now < end {
        for _ in 0..<1_000 where condition() { return true }
        sched_yield()
    }
    return false
}
