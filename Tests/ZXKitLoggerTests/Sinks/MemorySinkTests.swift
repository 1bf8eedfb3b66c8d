import Testing
import ZXKitLogger

@Suite struct MemorySinkTests {
    @Test func `Beyond its limit the oldest are dropped and counted`() async throws {
        let memory = MemorySink(byteLimit: 20_000)
        let system = try LogSystem(sinks: [memory], options: .blocking)
        let log = system.logger("a")
        for number in 0..<1_000 {
            log.info("\(number)")
        }
        await system.shutdown(deadline: .seconds(30))
        let kept = memory.records
        #expect(kept.count > 20 && kept.count < 500)
        #expect(kept.last?.message == "999")
        #expect(kept.map(\.sequence) == Array((1_001 - UInt64(kept.count))...1_000))
        #expect(memory.droppedCount == 1_000 - kept.count)
        var bytes: [UInt8] = []
        memory.items.forEach { JSONLinesFormat().append($0, to: &bytes) }
        #expect(bytes.count <= 20_000)
    }

    @Test func `Nothing is kept that is larger than the limit`() async throws {
        let memory = MemorySink(byteLimit: 1_000)
        let system = try LogSystem(sinks: [memory], options: .blocking)
        let log = system.logger("a")
        log.info("small")
        log.info("\(String(repeating: "x", count: 2_000))")
        await system.flush(deadline: .seconds(30))
        #expect(memory.items.isEmpty)
        #expect(memory.droppedCount == 2)
        log.info("small")
        await system.shutdown(deadline: .seconds(30))
        #expect(memory.records.map(\.message) == ["small"])
    }

    @Test func `What was forgotten makes room, and new items are kept`() async throws {
        let memory = MemorySink(byteLimit: 20_000)
        let system = try LogSystem(sinks: [memory], options: .blocking)
        let log = system.logger("a")
        for number in 0..<50 {
            log.info("\(number)")
        }
        await system.flush(deadline: .seconds(30))
        #expect(memory.records.count == 50)
        memory.removeAll()
        #expect(memory.items.isEmpty)
        log.info("new")
        await system.shutdown(deadline: .seconds(30))
        #expect(memory.records.map(\.message) == ["new"])
        #expect(memory.droppedCount == 0)
    }

    @Test func `A full one takes further items as fast as an empty one`() async throws {
        let memory = MemorySink(byteLimit: 3_000_000)
        let system = try LogSystem(sinks: [memory], options: .blocking)
        let log = system.logger("a")
        func timeOfTenThousand() async -> Duration {
            let begin = ContinuousClock.now
            for number in 0..<10_000 {
                log.info("\(number)")
            }
            await system.flush(deadline: .seconds(60))
            return ContinuousClock.now - begin
        }
        let empty = await timeOfTenThousand()
        _ = await timeOfTenThousand()
        #expect(memory.droppedCount > 0)
        let full = await timeOfTenThousand()
        // Moving all that is held for each item takes some hundred times as long.
        #expect(full < empty * 20)
    }
}
