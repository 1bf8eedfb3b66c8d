import Testing

@testable import ZXKitLogger

/// Each test has a process to itself, as a process has one system of its own only.
@Suite struct BootstrapTests {
    @Test func `What was logged before, at info and above, reaches the sinks when they come`() async {
        await #expect(processExitsWith: .success) {
            let log = ZXLogger("early")
            #expect(log.isEnabled(.info) && !log.isEnabled(.debug))
            log.debug("debug before")
            log.info("info before \("secret", privacy: .private)", metadata: ["key": "value"])
            log.critical("critical before")
            let memory = MemorySink()
            let system = try LogSystem.bootstrap(sinks: [memory])
            log.debug("debug after")
            ZXLogger("late").info("info after")
            #expect(await system.shutdown(deadline: .seconds(30)).isComplete)
            #expect(
                memory.records.map(\.message) == [
                    "info before <private>", "critical before", "debug after", "info after",
                ])
            #expect(memory.records.first?.metadata == ["key": "value"])
            #expect(memory.items.isWhole(1...4))
        }
    }

    @Test func `It works once, and a second call changes nothing`() async {
        await #expect(processExitsWith: .success) {
            let memory = MemorySink()
            let system = try LogSystem.bootstrap(sinks: [memory])
            let other = MemorySink()
            let error = #expect(throws: LogError.self) { try LogSystem.bootstrap(sinks: [other]) }
            #expect(error?.code == .alreadyBootstrapped)
            ZXLogger("a").info("hello")
            await system.shutdown(deadline: .seconds(30))
            #expect(memory.records.map(\.message) == ["hello"])
            #expect(other.items.isEmpty)
        }
    }

    @Test func `After a call that failed it can be tried again, and nothing is lost`() async {
        await #expect(processExitsWith: .success) {
            ZXLogger("a").info("before")
            #expect(throws: LogError.self) {
                try LogSystem.bootstrap(sinks: [MemorySink(), FileSink("/missing/folder/a.log")])
            }
            ZXLogger("a").info("between")
            let memory = MemorySink()
            let system = try LogSystem.bootstrap(sinks: [memory])
            await system.shutdown(deadline: .seconds(30))
            #expect(memory.records.map(\.message) == ["before", "between"])
        }
    }

    @Test func `Of much that was logged before, the newest 1 MiB is kept, and the rest is told as a gap`() async {
        await #expect(processExitsWith: .success) {
            let log = ZXLogger("a")
            let count: UInt64 = 10_000
            for number in 1...count {
                log.info("\(number) \(String(repeating: "x", count: 300))")
                if number.isMultiple(of: 200) {
                    // Slower than the collector, so that no thread's buffer overflows.
                    await eventually { LogEngine.shared.journal.range.upperBound > number }
                }
            }
            let memory = MemorySink()
            let system = try LogSystem.bootstrap(sinks: [memory])
            #expect(await system.shutdown(deadline: .seconds(30)).isComplete)
            #expect(memory.items.isWhole(1...count))
            #expect(memory.gaps.count == 1)
            let bytes = memory.records.count * 300
            #expect(bytes > 600_000 && bytes <= 1_048_576)
            #expect(memory.records.last?.message.hasPrefix("\(count) ") == true)
        }
    }

    @Test func `The process keeps the system, though nobody else does`() async {
        await #expect(processExitsWith: .success) {
            let memory = MemorySink()
            _ = try LogSystem.bootstrap(sinks: [memory])
            ZXLogger("a").info("hello")
            await eventually { memory.records.count == 1 }
            #expect(ZXLogger("a").isEnabled(.info))
        }
    }

    @Test func `Without sinks nothing is wanted any more`() async {
        await #expect(processExitsWith: .success) {
            ZXLogger("a").info("before")
            let system = try LogSystem.bootstrap(sinks: [])
            #expect(!ZXLogger("a").isEnabled(.critical))
            #expect(await system.shutdown(deadline: .seconds(30)).isComplete)
        }
    }

    @Test func `Records of many threads that log while the sinks come all arrive`() async {
        await #expect(processExitsWith: .success) {
            let memory = MemorySink()
            await withTaskGroup(of: Void.self) { group in
                for thread in 0..<4 {
                    group.addTask {
                        let log = ZXLogger("thread.\(thread)")
                        // Few enough for the threads' buffers, as nothing blocks before the sinks come.
                        for number in 0..<250 {
                            log.info("\(number)")
                        }
                    }
                }
                group.addTask {
                    #expect(throws: Never.self) { try LogSystem.bootstrap(sinks: [memory]) }
                }
            }
            await eventually { memory.records.count == 1_000 }
            #expect(memory.items.isWhole(1...1_000))
        }
    }
}
