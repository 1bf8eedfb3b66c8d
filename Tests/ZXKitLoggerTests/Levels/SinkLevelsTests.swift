import Foundation
import Testing
import ZXKitLogCore
import ZXKitLogger

@Suite struct SinkLevelsTests {
    private func path() -> String {
        FileManager.default.temporaryDirectory.appending(path: "levels-\(UUID().uuidString).log").path()
    }

    @Test func `Each sink gets of each label what its rules say`() async throws {
        let path = path()
        defer { try? FileManager.default.removeItem(atPath: path) }
        let memory = MemorySink(levels: LogLevels(.error, ["app": .info, "app.db": .debug, "app.chatty": nil]))
        let file = FileSink(path, levels: try LogLevels("off,app.db=error,other=trace"))
        let system = try LogSystem(sinks: [memory, file], options: .blocking)
        for label in ["app", "app.db", "app.chatty.x", "apps", "other"] {
            for level in LogLevel.allCases {
                system.logger(label).log(level, "\(label) \(level)")
            }
        }
        await system.shutdown(deadline: .seconds(30))
        let expected = [
            ("app", LogLevel.info), ("app.db", .debug), ("apps", .error), ("other", .error),
        ].flatMap { label, lowest in LogLevel.allCases.filter { $0 >= lowest }.map { "\(label) \($0)" } }
        #expect(memory.records.map(\.message) == expected)
        let lines = try String(contentsOfFile: path, encoding: .utf8).split(separator: "\n")
        #expect(lines.count == 2 + LogLevel.allCases.count)
        #expect(lines.allSatisfy { $0.contains("other: other ") || $0.contains("app.db: app.db ") })
        #expect(!lines.contains { $0.contains("app.db warning") })
    }

    @Test func `A call is checked against what any sink wants of its label`() throws {
        let system = try LogSystem(sinks: [
            MemorySink(levels: LogLevels(.error, ["a": .debug])), MemorySink(levels: LogLevels(.warning, ["a.b": nil])),
        ])
        func lowest(_ label: String) -> LogLevel? {
            LogLevel.allCases.first { system.logger(label).isEnabled($0) }
        }
        #expect(lowest("x") == .warning)
        #expect(lowest("a") == .debug)
        #expect(lowest("a.b") == .debug)
        #expect(system.status.captured == LogLevels(.warning, ["a": .debug]))
        system.setLevels(.off)
        #expect(lowest("a") == nil)
        #expect(system.status.captured == .off)
    }

    @Test func `Levels change while the system runs, for the sinks of a name or for all`() async throws {
        let memory = MemorySink(level: .info)
        let other = StuckSink()
        other.release()
        let system = try LogSystem(sinks: [memory, other], options: .blocking)
        try system.setLevels(LogLevels(.error), ofSink: "StuckSink")
        let log = system.logger("app")
        #expect(log.isEnabled(.info) && !log.isEnabled(.debug))
        log.info("1")
        try system.setLevels(LogLevels(.warning, ["app": .debug]), ofSink: "memory")
        #expect(log.isEnabled(.debug) && !system.logger("new").isEnabled(.notice))
        log.debug("2")
        system.setLevels(LogLevels(.critical))
        #expect(!log.isEnabled(.error))
        log.critical("3")
        #expect(system.status.sinks.map(\.levels) == [LogLevels(.critical), LogLevels(.critical)])
        let error = #expect(throws: LogError.self) { try system.setLevels(.off, ofSink: "console") }
        #expect(error?.code == .unknownSink)
        #expect(error?.reason.contains("memory, StuckSink") == true)
        await system.shutdown(deadline: .seconds(30))
        #expect(memory.records.map(\.message) == ["1", "2", "3"])
        #expect(other.items.records.map(\.message) == ["3"])
    }

    @Test func `A sink that is behind judges each record by what held when it arrived`() async throws {
        let stuck = StuckSink()
        let system = try LogSystem(sinks: [stuck, MemorySink()], options: .blocking)
        let log = system.logger("app")
        log.info("1")
        await eventually { stuck.hasBegun }
        log.debug("2")
        await eventually { system.status.next == 3 }
        try system.setLevels(LogLevels(.error), ofSink: "StuckSink")
        log.info("3")
        log.error("4")
        await eventually { system.status.next == 5 }
        try system.setLevels(LogLevels(nil, ["app": .debug]), ofSink: "StuckSink")
        log.debug("5")
        log.trace("6")
        await eventually { system.status.next == 7 }
        stuck.release()
        await system.shutdown(deadline: .seconds(30))
        #expect(stuck.items.records.map(\.message) == ["1", "2", "4", "5"])
    }

    @Test func `However often levels change, a sink that is behind holds little, and the last ones hold`() async throws
    {
        let stuck = StuckSink()
        let system = try LogSystem(sinks: [stuck, MemorySink()], options: .blocking)
        let log = system.logger("app")
        log.info("first")
        await eventually { stuck.hasBegun }
        for number in 0..<500 {
            let next = system.status.next
            log.error("\(number)")
            await eventually { system.status.next > next }
            system.setLevels(LogLevels(number.isMultiple(of: 2) ? .info : .error))
        }
        log.info("not wanted")
        log.error("last")
        stuck.release()
        await system.shutdown(deadline: .seconds(30))
        #expect(stuck.items.records.map(\.message) == ["first"] + (0..<500).map(String.init) + ["last"])
    }

    @Test func `Rules hold for labels beyond the limit of cells too`() async throws {
        let memory = MemorySink(levels: LogLevels(.error, ["deep": .debug]))
        let system = try LogSystem(sinks: [memory], options: .blocking)
        for number in 0..<4_100 {
            system.logger("label.\(number)").info("\(number)")
        }
        let deep = system.logger("deep.down")
        let beyond = system.logger("beyond")
        deep.trace("no")
        deep.debug("1")
        beyond.info("no")
        beyond.error("2")
        try system.setLevels(LogLevels(.warning, ["beyond": .notice, "label.7": .trace]), ofSink: "memory")
        deep.debug("no")
        beyond.notice("3")
        system.logger("label.7").trace("4")
        system.logger("label.8").notice("no")
        await system.shutdown(deadline: .seconds(30))
        #expect(memory.records.map(\.message) == ["1", "2", "3", "4"])
    }

    @Test func `What the system says itself obeys the levels of its label`() async throws {
        let all = MemorySink(level: .info)
        let without = MemorySink(levels: LogLevels(.info, ["zxkit": nil]))
        let app = try Broadcasting(others: [all, without])
        await eventually { all.records.contains { $0.label == "zxkit" } }
        app.log.info("hello")
        await app.system.flush(deadline: .seconds(30))
        #expect(without.records.map(\.message) == ["hello"])

        let silent = try Broadcasting(levels: LogLevels(.info, ["zxkit": nil]))
        let viewer = try await RawViewer(port: silent.port(), sending: "ZXLOG/1 cbor\n")
        try await viewer.read { try $0.items().hello != nil }
        #expect(silent.system.status.next == 1)
    }

    @Test func `Levels may change while many threads log`() async throws {
        let memory = MemorySink(level: .info, byteLimit: 1 << 30)
        let system = try LogSystem(sinks: [memory], options: .blocking)
        await withTaskGroup(of: Void.self) { group in
            for task in 0..<3 {
                group.addTask {
                    for number in 0..<3_000 {
                        system.logger("app.\(number % 50)").error("\(task)")
                        system.logger("app.\(number % 50)").debug("\(task)")
                    }
                }
            }
            group.addTask {
                for number in 0..<300 {
                    system.setLevels(LogLevels(.error, ["app.\(number % 50)": .debug]))
                }
            }
        }
        system.setLevels(LogLevels(.info))
        system.logger("app.3").info("last")
        system.logger("app.3").debug("no")
        await system.shutdown(deadline: .seconds(30))
        #expect(memory.records.count { $0.level == .error } == 9_000)
        #expect(memory.records.last?.message == "last")
    }
}
