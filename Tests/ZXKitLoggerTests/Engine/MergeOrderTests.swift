import Glibc
import Synchronization
import Testing
import ZXKitLogCore
import ZXKitLogPOSIX

@testable import ZXKitLogger

@Suite struct MergeOrderTests {
    @Test func `What 64 threads logged before a sweep comes in the order of time`() async throws {
        let (threads, each) = (64, 50)
        let memory = MemorySink(byteLimit: .max)
        let system = try LogSystem(sinks: [memory], options: .blocking)
        await logWhileNothingIsTakenOver(system, threads: threads, each: each)
        #expect(await system.shutdown(deadline: .seconds(60)).isComplete)
        let records = memory.records
        #expect(records.count == threads * each)
        // Two sweeps at most: the one that was stopped, if it saw any of them, and the one that came then.
        let steps = zip(records, records.dropFirst())
        #expect(steps.filter { $1.time < $0.time }.count <= 1)
        for thread in 0..<threads {
            let messages = records.filter { $0.label == "thread.\(thread)" }.map(\.message)
            #expect(messages == (0..<each).map { "\($0)" })
        }
    }

    /// Keeps the journal's lock until all threads have logged, each its turn in every round.
    private func logWhileNothingIsTakenOver(_ system: LogSystem, threads: Int, each: Int) async {
        let turn = Atomic(-1)
        let loggers = (0..<threads).map { thread -> @Sendable () -> Void in
            {
                let log = system.logger("thread.\(thread)")
                for number in 0..<each {
                    while turn.load(ordering: .acquiring) != number * threads + thread { sched_yield() }
                    log.info("\(number)")
                    turn.add(1, ordering: .releasing)
                }
            }
        }
        let holder: @Sendable () -> Void = {
            system.engine.journal.write { _ in
                turn.store(0, ordering: .releasing)
                while turn.load(ordering: .acquiring) < threads * each { sched_yield() }
            }
        }
        await onThreads(loggers + [holder])
    }
}
