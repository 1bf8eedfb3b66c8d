import Foundation
import Testing
import ZXKitLogCore
import ZXKitLogger

@Suite struct LogSystemTests {
    @Test func `What is logged reaches the sink with everything that was said`() async throws {
        let memory = MemorySink()
        let system = try LogSystem(sinks: [memory], options: .blocking)
        let before = Date.now.timeIntervalSince1970 - 1
        let line = #line + 1
        system.logger("shop.api").notice("order \(7) accepted", metadata: ["user": "ada", "cart": ["a", "b"]])
        #expect(await system.flush(deadline: .seconds(30)).isComplete)
        let record = try #require(memory.records.first)
        #expect(memory.records.count == 1)
        #expect(record.sequence == 1)
        #expect(record.level == .notice)
        #expect(record.label == "shop.api")
        #expect(record.message == "order 7 accepted")
        #expect(record.metadata == ["user": "ada", "cart": ["a", "b"]])
        #expect(record.file == "ZXKitLoggerTests/LogSystemTests.swift")
        #expect(record.line == line)
        #expect(record.function?.isEmpty == false)
        #expect(record.thread != nil)
        #expect(record.originalSize == nil)
        #expect(Double(record.time.nanosecondsSince1970) / 1e9 > before)
    }

    @Test func `Each sink gets what its level lets through`() async throws {
        let all = MemorySink(level: .trace)
        let some = MemorySink(level: .warning)
        let system = try LogSystem(sinks: [all, some], options: .blocking)
        let log = system.logger("a")
        for level in LogLevel.allCases {
            log.log(level, "\(level)")
        }
        await system.flush(deadline: .seconds(30))
        #expect(all.records.map(\.level) == LogLevel.allCases)
        #expect(some.records.map(\.level) == [.warning, .error, .critical])
        #expect(some.gaps.isEmpty)
    }

    @Test func `A message that nobody wants is never built`() throws {
        let system = try LogSystem(sinks: [MemorySink(level: .error)], options: .blocking)
        let log = system.logger("a")
        var built = 0
        func text() -> String {
            built += 1
            return "text"
        }
        log.info("\(text())", metadata: ["key": "\(text())"])
        #expect(built == 0)
        #expect(!log.isEnabled(.info))
        #expect(log.isEnabled(.error))
        log.error("\(text())")
        #expect(built == 1)
    }

    @Test func `A system without sinks wants nothing`() throws {
        let system = try LogSystem(sinks: [])
        #expect(!system.logger("a").isEnabled(.critical))
    }

    @Test func `Records of many threads all arrive, each thread's in its order`() async throws {
        let memory = MemorySink()
        let system = try LogSystem(sinks: [memory], options: .blocking)
        let threads = 8
        let each = 500
        await logNumbers(below: each, fromTasks: threads, of: system, labels: "thread")
        #expect(await system.flush(deadline: .seconds(60)).isComplete)
        let records = memory.records
        #expect(records.map(\.sequence) == Array(1...UInt64(threads * each)))
        for thread in 0..<threads {
            let messages = records.filter { $0.label == "thread.\(thread)" }.map(\.message)
            #expect(messages == (0..<each).map(String.init))
        }
    }

    @Test func `After shutdown nothing is logged, and what was logged before has arrived`() async throws {
        let memory = MemorySink()
        let system = try LogSystem(sinks: [memory], options: .blocking)
        let log = system.logger("a")
        log.info("before")
        let report = await system.shutdown(deadline: .seconds(30))
        #expect(report.isComplete)
        log.critical("after")
        #expect(!log.isEnabled(.critical))
        #expect(memory.records.map(\.message) == ["before"])
        #expect(await system.shutdown(deadline: .seconds(30)).isComplete)
    }

    @Test func `A system that is dropped still delivers what was logged`() async throws {
        let memory = MemorySink()
        var system: LogSystem? = try LogSystem(sinks: [memory], options: .blocking)
        let log = try #require(system?.logger("a"))
        for number in 0..<1_000 {
            log.info("\(number)")
        }
        system = nil
        await eventually { memory.records.count == 1_000 }
        #expect(memory.records.count == 1_000)
        log.info("too late")
        #expect(!log.isEnabled(.critical))
    }

    @Test func `A shutdown says what a stuck sink lacks, and ends at its deadline`() async throws {
        let stuck = StuckSink()
        let memory = MemorySink()
        let system = try LogSystem(sinks: [stuck, memory], options: .blocking)
        let log = system.logger("a")
        log.info("one")
        await eventually { stuck.hasBegun }
        log.info("two")
        let report = await system.shutdown(deadline: .milliseconds(200))
        #expect(!report.isComplete)
        #expect(report.leftovers["StuckSink"] == 2)
        #expect(memory.records.map(\.message) == ["one", "two"])
        stuck.release()
    }

    @Test func `The status tells how far each sink is`() async throws {
        let stuck = StuckSink()
        let memory = MemorySink()
        let system = try LogSystem(sinks: [stuck, memory], options: .blocking)
        let log = system.logger("a")
        log.info("one")
        await eventually { stuck.hasBegun }
        log.info("two")
        log.info("three")
        await eventually { memory.records.count == 3 }
        await eventually { system.status.sinks[1].lag == 0 }
        let status = system.status
        #expect(status.oldest == 1)
        #expect(status.next == 4)
        #expect(status.boot.count == 16)
        #expect(status.journalBytes > 0)
        #expect(status.sinks.map(\.name) == ["StuckSink", "memory"])
        #expect(status.sinks[0].lag == 3)
        #expect(status.sinks[0].cursor == 1)
        #expect(status.sinks[1].cursor == 4)
        stuck.release()
        await system.shutdown()
    }

    @Test func `A system that shows private values refuses a sink that sends them away`() throws {
        var options = LogSystemOptions()
        options.showsPrivate = true
        let error = #expect(throws: LogError.self) {
            try LogSystem(sinks: [BroadcastSink(name: "x", isAdvertised: false)], options: options)
        }
        #expect(error?.code == .privateValuesWouldLeave)
        _ = try LogSystem(
            sinks: [BroadcastSink(name: "x", access: .loopback, isAdvertised: false)], options: options)
    }

    @Test func `Hundreds of systems can be made and dropped`() async throws {
        for _ in 0..<300 {
            let memory = MemorySink()
            let system = try LogSystem(sinks: [memory], options: .blocking)
            system.logger("a").info("hello")
            #expect(await system.shutdown(deadline: .seconds(30)).isComplete)
            #expect(memory.records.count == 1)
        }
    }
}
