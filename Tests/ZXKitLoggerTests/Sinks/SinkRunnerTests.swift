import Testing
import ZXKitLogger

@Suite struct SinkRunnerTests {
    @Test func `A failing sink is tried again, ever later, and gets everything once it works`() async throws {
        let sink = TroubledSink { $0 < 4 ? "no" : nil }
        let system = try LogSystem(sinks: [sink], options: .blocking)
        let log = system.logger("a")
        log.info("one")
        await eventually { !sink.attempts.isEmpty }
        log.info("two")
        log.info("three")
        await eventually { sink.items.records.count == 3 }
        #expect(sink.items.records.map(\.message) == ["one", "two", "three"])
        let attempts = sink.attempts
        let pauses = zip(attempts, attempts.dropFirst()).map { $1 - $0 }
        #expect(pauses.count >= 4)
        for (pause, least) in zip(pauses, [100, 200, 400, 800]) {
            #expect(pause >= .milliseconds(least))
        }
        await system.shutdown(deadline: .seconds(30))
    }

    @Test func `A failure is in the status as long as it lasts`() async throws {
        let failing = FailingSink()
        let system = try LogSystem(sinks: [failing], options: .blocking)
        system.logger("a").info("one")
        await eventually { failing.attemptCount >= 2 }
        #expect(system.status.sinks[0].failure == "Trouble()")
        #expect(system.status.sinks[0].lag >= 1)
        failing.mend()
        await eventually { system.status.sinks[0].failure == nil }
        await eventually { system.status.sinks[0].lag == 0 }
        #expect(failing.items.records.map(\.message).contains("one"))
        #expect(await system.shutdown(deadline: .seconds(30)).isComplete)
    }

    @Test func `A failure and its end are each reported once, to the other sinks`() async throws {
        let sink = TroubledSink(name: "the disk") { $0 < 4 ? "it is full" : nil }
        let memory = MemorySink()
        let system = try LogSystem(sinks: [sink, memory], options: .blocking)
        system.logger("a").info("one")
        await eventually { memory.records.contains { $0.message.contains("works again") } }
        await system.shutdown(deadline: .seconds(30))
        let own = memory.records.filter { $0.label == "zxkit" }
        #expect(own.map(\.level) == [.error, .notice])
        #expect(own.allSatisfy { $0.message.contains("the disk") })
        #expect(own.first?.message.contains("it is full") == true)
        #expect(sink.items.records.map(\.message) == ["one"])
        #expect(memory.records.filter { $0.label == "a" }.map(\.message) == ["one"])
    }

    @Test func `Another reason is reported as a change`() async throws {
        let sink = TroubledSink { [0: "first", 1: "first", 2: "second", 3: "second"][$0] }
        let memory = MemorySink()
        let system = try LogSystem(sinks: [sink, memory], options: .blocking)
        system.logger("a").info("one")
        await eventually { memory.records.contains { $0.message.contains("works again") } }
        await system.shutdown(deadline: .seconds(30))
        let own = memory.records.filter { $0.label == "zxkit" }.map(\.message)
        try #require(own.count == 3)
        #expect(own[0].contains("first") && own[1].contains("second"))
    }

    @Test func `A sink that fails to the end is left at the deadline, and what it lacks is told`() async throws {
        let failing = FailingSink()
        let memory = MemorySink()
        let system = try LogSystem(sinks: [failing, memory], options: .blocking)
        system.logger("a").info("one")
        await eventually { failing.attemptCount >= 1 }
        // It returns although the sink never works again.
        let report = await system.shutdown(deadline: .milliseconds(300))
        #expect(report.leftovers.keys.sorted() == ["FailingSink"])
        #expect(memory.records.first?.message == "one")
    }

    @Test func `A slow sink is told what it missed, and the others get everything`() async throws {
        let stuck = StuckSink()
        let memory = MemorySink()
        var options = LogSystemOptions.blocking
        options.journalCapacity = 262_144
        let system = try LogSystem(sinks: [stuck, memory], options: options)
        let log = system.logger("a")
        log.info("0")
        await eventually { stuck.hasBegun }
        let count: UInt64 = 5_000
        for number in 1..<count {
            log.info("\(number) \(String(repeating: "x", count: 200))")
            // The healthy sink has to keep up, or it would be told gaps too.
            if number % 200 == 0 {
                await eventually { memory.records.count > number }
            }
        }
        await eventually { memory.records.count == count }
        stuck.release()
        let report = await system.shutdown(deadline: .seconds(30))
        #expect(report.isComplete)
        #expect(memory.gaps.isEmpty)
        #expect(memory.items.isWhole(1...count))
        #expect(stuck.items.isWhole(1...count))
        #expect(stuck.items.gaps.map(\.reason) == [.overrun])
        #expect(stuck.items.gaps.first?.count == system.status.sinks[0].missed)
        #expect(system.status.sinks[1].missed == 0)
    }

    @Test func `What is logged on a sink's own thread is given to the other sinks alone`() async throws {
        let echo = EchoingSink()
        let memory = MemorySink()
        let system = try LogSystem(sinks: [echo, memory], options: .blocking)
        echo.echo(with: system.logger("echo"))
        let log = system.logger("app")
        for number in 0..<100 {
            log.info("\(number)")
        }
        await eventually { memory.records.count == 200 }
        await system.shutdown(deadline: .seconds(30))
        #expect(echo.records.map(\.message) == (0..<100).map(String.init))
        #expect(memory.records.filter { $0.label == "echo" }.map(\.message) == (0..<100).map { "echo of \($0)" })
        #expect(memory.items.isWhole(1...200))
    }

    @Test func `What a sink of one system logs to another system reaches all sinks of that`() async throws {
        let echo = EchoingSink()
        let memory = MemorySink()
        let listening = try LogSystem(sinks: [memory], options: .blocking)
        let echoing = try LogSystem(sinks: [echo], options: .blocking)
        echo.echo(with: listening.logger("echo"))
        echoing.logger("app").info("one")
        #expect(await echoing.shutdown(deadline: .seconds(30)).isComplete)
        #expect(await listening.shutdown(deadline: .seconds(30)).isComplete)
        #expect(memory.records.map(\.message) == ["echo of one"])
    }

    @Test func `What a system says about itself reaches its sinks, though the app logs nothing`() async throws {
        let memory = MemorySink()
        let system = try LogSystem(
            sinks: [memory, BroadcastSink(name: "x", access: .loopback, isAdvertised: false)], options: .blocking)
        await eventually { memory.records.contains { $0.label == "zxkit" } }
        #expect(await system.shutdown(deadline: .seconds(30)).isComplete)
    }

    @Test func `A sink that can't be opened keeps the system from being made, with its reason`() {
        struct Closed: LogSink {
            func open() throws -> LogDelivery { throw TroubledSink.Trouble(description: "it is closed") }
        }
        let error = #expect(throws: LogError.self) { try LogSystem(sinks: [MemorySink(), Closed()]) }
        #expect(error?.code == .sinkFailed)
        #expect(error?.reason.contains("Closed") == true && error?.reason.contains("it is closed") == true)
    }

    @Test func `A system refuses more sinks than it can number`() {
        let sinks = (0..<255).map { _ in MemorySink() }
        #expect(throws: LogError.self) { try LogSystem(sinks: sinks) }
        #expect(throws: Never.self) { try LogSystem(sinks: sinks.dropLast()) }
    }
}
