import CZXKitSupport
import Glibc
import Synchronization
import Testing
import ZXKitLogPOSIX

/// The pair of barriers behind which a thread may go to sleep while another tells it of something.
@Suite struct BarrierTests {
    private static let rounds = 10_000

    @Test func `Of two threads that each store and then load, one at least sees the other's store`() async throws {
        zxkit_prepare_barriers()
        let first = Side()
        let second = Side()
        let hasEnded = Atomic(false)
        _ = try SystemThread.start(name: "test") {
            second.run(Self.rounds, against: first) { zxkit_heavy_barrier() }
            hasEnded.store(true, ordering: .releasing)
        }
        first.run(Self.rounds, against: second) { zxkit_light_barrier() }
        while !hasEnded.load(ordering: .acquiring) {
            await Task.yield()
        }
        #expect(first.overlooked.intersection(second.overlooked) == [])
    }
}

/// One of the two threads.
private final class Side: @unchecked Sendable {
    // Sendable: `overlooked` is its own thread's until that has ended, and each word has one writer.

    /// In which rounds it didn't see the other's store.
    private(set) var overlooked: Set<Int> = []
    private let arrived = Atomic(0)
    /// Plain memory: an atomic operation of Swift's could be more of a barrier than what is tested.
    private let stored = UnsafeMutablePointer<Int>.allocate(capacity: 1)

    init() {
        stored.initialize(to: 0)
    }

    deinit {
        stored.deallocate()
    }

    /// Waits for the other without a lock or a sleep, as both have to go on within nanoseconds of each other.
    private func meet(_ other: Side, in round: Int) {
        arrived.store(round, ordering: .releasing)
        while true {
            for _ in 0..<1_000 where other.arrived.load(ordering: .acquiring) >= round { return }
            sched_yield()
        }
    }

    func run(_ rounds: Int, against other: Side, barrier: () -> Void) {
        let mine = stored
        let theirs = other.stored
        var stores = SlowStores()
        for round in 1...rounds {
            meet(other, in: round)
            stores.begin()
            mine.pointee = round
            barrier()
            if theirs.pointee < round {
                overlooked.insert(round)
            }
        }
    }
}

/// Keeps a processor busy with stores to memory that no cache has. Later ones queue behind them, so that a load that nothing
/// holds back is done long before a store in front of it.
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
