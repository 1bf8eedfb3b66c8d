import Glibc
import Synchronization
import Testing
import ZXKitLogPOSIX
import ZXKitLogger

@Suite struct ScaleTests {
    @Test func `Of 64 threads that log at once all records arrive, each thread's in order`() async throws {
        let (threads, each) = (64, 300)
        let memory = MemorySink(byteLimit: .max)
        let system = try LogSystem(sinks: [memory], options: .blocking)
        let ready = Atomic(0)
        await onThreads(
            (0..<threads).map { thread in
                {
                    let log = system.logger("thread.\(thread)")
                    ready.add(1, ordering: .releasing)
                    while ready.load(ordering: .acquiring) < threads { sched_yield() }
                    for number in 0..<each {
                        log.info("\(number)")
                    }
                }
            })
        #expect(await system.shutdown(deadline: .seconds(120)).isComplete)
        #expect(memory.items.isWhole(1...UInt64(threads * each)))
        expectOrder(of: memory.records, labels: threads, prefix: "thread", each: each)
    }

    @Test func `Of a thousand tasks that log at once all records arrive, each task's in order`() async throws {
        let (tasks, each) = (1_000, 20)
        let memory = MemorySink(byteLimit: .max)
        let system = try LogSystem(sinks: [memory], options: .blocking)
        await logNumbers(below: each, fromTasks: tasks, of: system, labels: "task")
        #expect(await system.shutdown(deadline: .seconds(120)).isComplete)
        #expect(memory.items.isWhole(1...UInt64(tasks * each)))
        expectOrder(of: memory.records, labels: tasks, prefix: "task", each: each)
    }

    private func expectOrder(of records: [LogRecord], labels: Int, prefix: String, each: Int) {
        let messages = Dictionary(grouping: records, by: \.label).mapValues { $0.map(\.message) }
        #expect(messages.count == labels)
        let expected = (0..<each).map { "\($0)" }
        let wrong = messages.filter { $0.value != expected }
        #expect(wrong.isEmpty, "\(wrong.first.map { "\($0)" } ?? "")")
    }

    @Test func `Of ten thousand labels each record has its own`() async throws {
        let count = 10_000
        let memory = MemorySink(byteLimit: .max)
        let system = try LogSystem(sinks: [memory], options: .blocking)
        let loggers = (0..<count).map { system.logger("label.\($0)") }
        for (number, log) in loggers.enumerated() {
            log.info("first \(number)")
        }
        for (number, log) in loggers.enumerated().reversed() {
            log.info("second \(number)")
        }
        #expect(await system.shutdown(deadline: .seconds(120)).isComplete)
        let numbers = Array(0..<count)
        #expect(
            memory.records.map(\.message) == numbers.map { "first \($0)" } + numbers.reversed().map { "second \($0)" })
        #expect(memory.records.map(\.label) == (numbers + numbers.reversed()).map { "label.\($0)" })
    }
}
