import Testing
import ZXKitLogCore
import ZXKitLogPOSIX

@testable import ZXKitLogger

@Suite struct ThreadEndTests {
    @Test func `What thousands of short threads log arrives, in a handful of buffers`() async throws {
        let count = 2_000
        let memory = MemorySink(byteLimit: .max)
        let system = try LogSystem(sinks: [memory], options: .blocking)
        let log = system.logger("a")
        await onThreads([
            {
                for number in 0..<count {
                    let thread = try? SystemThread.start(name: "short") {
                        log.info("first of \(number)")
                        log.info("last of \(number)")
                    }
                    thread?.join()
                }
            }
        ])
        await system.flush(deadline: .seconds(60))
        // Those that ended since the collector last looked; with load on the machine that may be some more.
        #expect(system.engine.pipeline.collector.registry.ringCount < 200)
        #expect(await system.shutdown(deadline: .seconds(60)).isComplete)
        #expect(memory.gaps.isEmpty)
        let messages = memory.records.map(\.message)
        #expect(messages.sorted() == (0..<count).flatMap { ["first of \($0)", "last of \($0)"] }.sorted())
    }
}
