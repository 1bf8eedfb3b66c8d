import Testing
import ZXKitLogCore
import ZXKitLogger

@Suite struct SeveralSystemsTests {
    @Test func `A message that was made outside a call is whole in the records of two tasks`() async throws {
        let memory = MemorySink(byteLimit: .max)
        let system = try LogSystem(sinks: [memory], options: .blocking)
        let words = String(repeating: "kept ", count: 100)
        let message: LogMessage = "\(words)\(42)"
        let fields: LogFields = ["list": ["\(words)", "two"]]
        let each = 1_000
        await withTaskGroup(of: Void.self) { group in
            for task in 0..<2 {
                group.addTask {
                    let log = system.logger("task.\(task)")
                    for _ in 0..<each {
                        log.info(message, metadata: fields)
                    }
                }
            }
        }
        #expect(await system.shutdown(deadline: .seconds(60)).isComplete)
        #expect(memory.records.count == 2 * each)
        #expect(memory.records.allSatisfy { $0.message == "\(words)42" })
        #expect(memory.records.allSatisfy { $0.metadata == ["list": [.text(words), "two"]] })
    }

    @Test func `Systems that one thread logs to in turn each get their own records, in order`() async throws {
        let (count, each) = (8, 500)
        let memories = (0..<count).map { _ in MemorySink(byteLimit: .max) }
        let systems = try memories.map { try LogSystem(sinks: [$0], options: .blocking) }
        let logs = systems.enumerated().map { number, system in system.logger("system.\(number)") }
        for number in 0..<each {
            for log in logs {
                log.info("\(number) of \(log.label)")
            }
        }
        for (number, (system, memory)) in zip(systems, memories).enumerated() {
            #expect(await system.shutdown(deadline: .seconds(60)).isComplete)
            #expect(memory.records.map(\.message) == (0..<each).map { "\($0) of system.\(number)" })
            #expect(memory.records.map(\.sequence) == Array(1...UInt64(each)))
        }
    }

    @Test func `A system that ends takes nothing from those that the same thread goes on logging to`() async throws {
        let memory = MemorySink(byteLimit: .max)
        let system = try LogSystem(sinks: [memory], options: .blocking)
        let log = system.logger("lasting")
        for number in 0..<100 {
            let other = MemorySink()
            let passing = try LogSystem(sinks: [other], options: .blocking)
            let otherLog = passing.logger("passing")
            otherLog.info("\(number)")
            log.info("\(number)")
            #expect(await passing.shutdown(deadline: .seconds(60)).isComplete)
            otherLog.info("too late")
            #expect(other.records.map(\.message) == ["\(number)"])
        }
        #expect(await system.shutdown(deadline: .seconds(60)).isComplete)
        #expect(memory.records.map(\.message) == (0..<100).map { "\($0)" })
    }
}
