import Glibc
import Testing
import ZXKitLogCore
import ZXKitLogger

@Suite struct OverflowTests {
    private static var small: LogSystemOptions {
        var options = LogSystemOptions()
        options.threadBufferCapacity = 16 * 1_024
        return options
    }

    @Test func `What a thread's buffer couldn't take is a gap in its place, with numbers of its own`() async throws {
        let memory = MemorySink()
        let system = try LogSystem(sinks: [memory], options: Self.small)
        let log = system.logger("a")
        var logged: UInt64 = 0
        // Without a suspension, so that all comes from one thread: what another thread's buffer holds may come first.
        let end = ContinuousClock.now + .seconds(30)
        while !memory.gaps.contains(where: { $0.reason == .overflow }), ContinuousClock.now < end {
            for _ in 0..<1_000 {
                logged += 1
                log.info("\(logged)")
            }
            usleep(2_000)
        }
        #expect(memory.gaps.contains { $0.reason == .overflow })
        logged += 1
        log.info("\(logged)")
        #expect(await system.shutdown(deadline: .seconds(30)).isComplete)
        #expect(memory.gaps.allSatisfy { $0.reason == .overflow && $0.count != nil })
        // The numbers count what was logged, so each record's number is the one that it was logged with.
        #expect(memory.records.allSatisfy { $0.message == "\($0.sequence)" })
        #expect(memory.items.isWhole(1...logged))
    }

    @Test func `Of several threads that overflow, each keeps its order, and nothing is unsaid`() async throws {
        var options = Self.small
        // Room for one thread of its own; the others share.
        options.threadBuffersCapacity = 32 * 1_024
        let memory = MemorySink(byteLimit: .max)
        let system = try LogSystem(sinks: [memory], options: options)
        let (threads, each) = (6, 3_000)
        await logNumbers(below: each, fromTasks: threads, of: system, labels: "thread")
        #expect(await system.shutdown(deadline: .seconds(60)).isComplete)
        #expect(memory.items.isWhole(1...UInt64(threads * each)))
        for thread in 0..<threads {
            let numbers = memory.records.filter { $0.label == "thread.\(thread)" }.compactMap { Int($0.message) }
            #expect(numbers == numbers.sorted())
        }
    }

    @Test func `Records of any size come whole or cut or as a gap, in order`() async throws {
        var generator = SeededGenerator(for: "sizes of records")
        let memory = MemorySink(byteLimit: .max)
        let system = try LogSystem(sinks: [memory], options: Self.small)
        let log = system.logger("a")
        let sizes = (0..<60).map { _ in 1 << Int.random(in: 0...21, using: &generator) }
        for size in sizes {
            log.info("\(String(repeating: "x", count: size))")
        }
        #expect(await system.shutdown(deadline: .seconds(60)).isComplete)
        #expect(memory.items.isWhole(1...UInt64(sizes.count)))
        for record in memory.records {
            let size = sizes[Int(record.sequence) - 1]
            #expect(record.message.utf8.count == min(size, 1_048_576))
            #expect(record.originalSize == (size > 1_048_576 ? size : nil))
        }
    }

    @Test func `A caller that blocks loses nothing, however small the buffers are`() async throws {
        var options = Self.small
        options.overflow = .block
        let memory = MemorySink(byteLimit: .max)
        let system = try LogSystem(sinks: [memory], options: options)
        let log = system.logger("a")
        for number in 1...20_000 {
            log.info("\(number)")
        }
        #expect(await system.shutdown(deadline: .seconds(60)).isComplete)
        #expect(memory.gaps.isEmpty)
        #expect(memory.records.map(\.message) == (1...20_000).map(String.init))
    }
}
