import Synchronization
import Testing
import ZXKitLogPOSIX

@testable import ZXKitLogger

@Suite struct CollectorGateTests {
    /// A collector that rests once, on a thread of its own.
    private final class Rester: Sendable {
        let gate = CollectorGate()
        private let begun = Atomic(false)
        private let ended = Atomic(false)

        init(_ rest: @escaping @Sendable (CollectorGate) -> Void) throws {
            let isFirst = gate.claimStart()
            #expect(isFirst)
            _ = try SystemThread.start(name: "test") { [self] in
                begun.store(true, ordering: .releasing)
                rest(gate)
                ended.store(true, ordering: .releasing)
            }
        }

        var hasBegun: Bool { begun.load(ordering: .acquiring) }
        var hasEnded: Bool { ended.load(ordering: .acquiring) }
    }

    @Test func `An urgent record ends a nap, and another one doesn't`() async throws {
        // Longer than anything waits for it: only a record can end it.
        let rester = try Rester { $0.nap(.seconds(3_600)) }
        await eventually { rester.hasBegun }
        for _ in 0..<1_000 {
            let hasNoCollector = rester.gate.notify(isUrgent: false)
            #expect(!hasNoCollector)
        }
        #expect(!rester.hasEnded)
        await eventually {
            _ = rester.gate.notify(isUrgent: true)
            return rester.hasEnded
        }
    }

    @Test func `Any record ends a sleep`() async throws {
        let rester = try Rester { gate in gate.sleep { false } }
        await eventually {
            _ = rester.gate.notify(isUrgent: false)
            return rester.hasEnded
        }
    }

    @Test func `A record that came just before doesn't let it fall asleep`() async throws {
        let rester = try Rester { gate in gate.sleep { true } }
        await eventually { rester.hasEnded }
    }

    @Test func `Without a collector one caller alone is told to make it, again if that failed`() {
        let gate = CollectorGate()
        let isMissing = gate.notify(isUrgent: false)
        let claims = (0..<3).map { _ in gate.claimStart() }
        let isStillMissing = gate.notify(isUrgent: true)
        gate.giveUpStart()
        let again = gate.claimStart()
        #expect(isMissing && !isStillMissing && again)
        #expect(claims == [true, false, false])
    }
}
