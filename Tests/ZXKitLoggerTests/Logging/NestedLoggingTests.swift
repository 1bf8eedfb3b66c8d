import Testing
import ZXKitLogger

@Suite struct NestedLoggingTests {
    /// A value whose description logs, and whose log message may hold a further one.
    private struct Talkative: CustomStringConvertible {
        let log: ZXLogger
        let name: String
        var depth = 1

        var description: String {
            if depth > 1 {
                log.info("\(name) says \(Talkative(log: log, name: "\(name)+", depth: depth - 1))")
            } else {
                log.info("\(name) speaks")
            }
            return name
        }
    }

    @Test func `What a description logs follows directly behind the record it is part of`() async throws {
        let records = try await captured { log in
            log.info("first")
            log.info("outer \(Talkative(log: log, name: "inner"))")
            log.info("last")
        }
        #expect(records.map(\.message) == ["first", "outer inner", "inner speaks", "last"])
        #expect(records.map(\.sequence) == [1, 2, 3, 4])
    }

    @Test func `What message and metadata log comes in the order in which it was logged`() async throws {
        let records = try await captured { log in
            log.info(
                "outer \(Talkative(log: log, name: "a")) \(Talkative(log: log, name: "b"))",
                metadata: ["key": "\(Talkative(log: log, name: "c"))", "list": ["\(Talkative(log: log, name: "d"))"]])
        }
        #expect(records.map(\.message) == ["outer a b", "a speaks", "b speaks", "c speaks", "d speaks"])
        #expect(records.first?.metadata == ["key": "c", "list": ["d"]])
    }

    @Test func `Nesting may go several levels deep, each record behind the one that holds it`() async throws {
        let records = try await captured { log in
            log.info("outer \(Talkative(log: log, name: "a", depth: 3)) \(Talkative(log: log, name: "b", depth: 2))")
            log.info("last")
        }
        #expect(
            records.map(\.message) == [
                "outer a b", "a says a+", "a+ says a++", "a++ speaks", "b says b+", "b+ speaks", "last",
            ])
    }

    @Test func `A nested record of a level that nobody wants changes nothing`() async throws {
        let memory = MemorySink(level: .info)
        let system = try LogSystem(sinks: [memory], options: .blocking)
        let log = system.logger("a")
        func value() -> String {
            log.debug("nobody wants it")
            return "value"
        }
        log.info("outer \(value())")
        await system.shutdown(deadline: .seconds(30))
        #expect(memory.records.map(\.message) == ["outer value"])
    }

    @Test func `Each record goes to its own system, though one is built inside the other`() async throws {
        let outer = MemorySink()
        let inner = MemorySink()
        let outerSystem = try LogSystem(sinks: [outer], options: .blocking)
        let innerSystem = try LogSystem(sinks: [inner], options: .blocking)
        let nested = Talkative(log: innerSystem.logger("inner"), name: "n", depth: 2)
        outerSystem.logger("outer").info("outer \(nested)")
        await outerSystem.shutdown(deadline: .seconds(30))
        await innerSystem.shutdown(deadline: .seconds(30))
        #expect(outer.records.map(\.message) == ["outer n"])
        #expect(inner.records.map(\.message) == ["n says n+", "n+ speaks"])
    }

    @Test(arguments: [true, false])
    func `Each record is masked as its own system wants, though one is built inside the other`(
        outerShows: Bool
    ) async throws {
        let outer = MemorySink()
        let inner = MemorySink()
        var showing = LogSystemOptions()
        showing.showsPrivate = true
        let masking = LogSystemOptions()
        let outerSystem = try LogSystem(sinks: [outer], options: outerShows ? showing : masking)
        let innerSystem = try LogSystem(sinks: [inner], options: outerShows ? masking : showing)
        func nested() -> String {
            innerSystem.logger("inner").info("\("secret", privacy: .private)")
            return "nested"
        }
        outerSystem.logger("outer").info("\("1", privacy: .private) \(nested()) \("2", privacy: .private)")
        await outerSystem.shutdown(deadline: .seconds(30))
        await innerSystem.shutdown(deadline: .seconds(30))
        #expect(outer.records.map(\.message) == [outerShows ? "1 nested 2" : "<private> nested <private>"])
        #expect(inner.records.map(\.message) == [outerShows ? "<private>" : "secret"])
    }

    @Test func `Each of several cut messages tells its own size, though all were built inside one call`() async throws {
        let records = try await captured { log in
            func cut(_ size: Int) -> String {
                log.info("\(String(repeating: "x", count: size))")
                return "\(size)"
            }
            log.info("outer \(cut(1_100_000)) \(cut(1_200_000)) \(cut(3))")
        }
        #expect(records.map(\.originalSize) == [nil, 1_100_000, 1_200_000, nil])
        #expect(records.map(\.message.utf8.count) == [23, 1_048_576, 1_048_576, 3])
    }

    @Test func `Nested records of many threads each follow the record they belong to`() async throws {
        let memory = MemorySink()
        let system = try LogSystem(sinks: [memory], options: .blocking)
        await withTaskGroup(of: Void.self) { group in
            for thread in 0..<4 {
                group.addTask {
                    let log = system.logger("thread.\(thread)")
                    for number in 0..<100 {
                        log.info("outer \(Talkative(log: log, name: "\(number)"))")
                    }
                }
            }
        }
        await system.shutdown(deadline: .seconds(30))
        let expected = (0..<100).flatMap { ["outer \($0)", "\($0) speaks"] }
        for thread in 0..<4 {
            #expect(memory.records.filter { $0.label == "thread.\(thread)" }.map(\.message) == expected)
        }
    }
}
