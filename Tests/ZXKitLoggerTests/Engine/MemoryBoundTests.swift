import Glibc
import Synchronization
import Testing
import ZXKitLogCore
import ZXKitLogPOSIX

@testable import ZXKitLogger

@Suite struct MemoryBoundTests {
    @Test func `However much is logged while nobody reads, journal, buffers and large texts keep within their bounds`()
        async throws
    {
        var options = LogSystemOptions()
        options.journalCapacity = 1_024 * 1_024
        options.threadBufferCapacity = 32 * 1_024
        options.threadBuffersCapacity = 128 * 1_024
        let stuck = [StuckSink(), StuckSink()]
        let system = try LogSystem(sinks: stuck, options: options)
        let peaks = Peaks()
        // Twelve threads for four buffers, each with texts for twice the bound of them all.
        await onThreads((0..<12).map { thread in { Self.flood(system, thread, peaks) } })
        #expect(peaks.journal > 900_000 && peaks.journal <= options.journalCapacity)
        // The shared one counts too.
        #expect(peaks.rings == 3)
        #expect(peaks.largeTexts <= LargeTexts.limit)
        stuck.forEach { $0.release() }
        #expect(await system.shutdown(deadline: .seconds(60)).isComplete)
        #expect(system.engine.pipeline.collector.largeTexts.usedBytes == 0)
        for sink in stuck {
            #expect(sink.items.isWhole(1...system.status.next - 1))
            #expect(sink.items.gaps.contains { $0.reason == .overrun })
        }
    }

    @Test func `While the collector is kept from its work, large texts reach their bound and not more`() async throws {
        let memory = MemorySink(byteLimit: .max)
        // More than all large texts together, or a sink that is slow to begin would miss the first.
        var options = LogSystemOptions()
        options.journalCapacity = 4 * LargeTexts.limit
        let system = try LogSystem(sinks: [memory], options: options)
        let (threads, each, size) = (6, 4, 900_000)
        let left = Atomic(-1)
        let peak = Atomic(0)
        let large = String(repeating: "l", count: size)
        let loggers = (0..<threads).map { thread -> @Sendable () -> Void in
            {
                while left.load(ordering: .acquiring) < 0 { sched_yield() }
                for number in 0..<each {
                    system.logger("thread.\(thread)").info("\(number) \(large)")
                    peak.max(system.engine.pipeline.collector.largeTexts.usedBytes, ordering: .relaxed)
                }
                left.subtract(1, ordering: .releasing)
            }
        }
        await onThreads(
            loggers + [
                {
                    system.engine.journal.write { _ in
                        left.store(threads, ordering: .releasing)
                        while left.load(ordering: .acquiring) > 0 { sched_yield() }
                    }
                }
            ])
        #expect(await system.shutdown(deadline: .seconds(60)).isComplete)
        #expect((LargeTexts.limit - size...LargeTexts.limit).contains(peak.load(ordering: .relaxed)))
        #expect(memory.records.count == LargeTexts.limit / size)
        #expect(memory.items.isWhole(1...UInt64(threads * each)))
        #expect(system.engine.pipeline.collector.largeTexts.usedBytes == 0)
    }

    private static func flood(_ system: LogSystem, _ thread: Int, _ peaks: Peaks) {
        let log = system.logger("thread.\(thread)")
        let small = String(repeating: "s", count: 3_000)
        let large = String(repeating: "l", count: 900_000)
        for number in 0..<200 {
            log.info("\(number.isMultiple(of: 10) ? large : small)")
            peaks.look(at: system)
        }
    }

    /// The most that was seen of each.
    private final class Peaks: Sendable {
        private let values = Lock((journal: 0, rings: 0, largeTexts: 0))

        var journal: Int { values.withLock { $0.journal } }
        var rings: Int { values.withLock { $0.rings } }
        var largeTexts: Int { values.withLock { $0.largeTexts } }

        func look(at system: LogSystem) {
            let journal = system.status.journalBytes
            let collector = system.engine.pipeline.collector
            let (rings, largeTexts) = (collector.registry.ringCount, collector.largeTexts.usedBytes)
            values.withLock { values in
                values.journal = max(values.journal, journal)
                values.rings = max(values.rings, rings)
                values.largeTexts = max(values.largeTexts, largeTexts)
            }
        }
    }
}
