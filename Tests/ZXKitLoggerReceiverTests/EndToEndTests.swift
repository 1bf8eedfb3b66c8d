import Foundation
import Testing
import ZXKitDiscovery
import ZXKitLogCore
import ZXKitLogger
import ZXKitLoggerReceiver

/// A real app, found and watched in this process: only the network that it is advertised on is in memory.
@Suite(.timeLimit(.minutes(2)))
struct EndToEndTests {
    let network = InMemoryDiscovery()

    private func app(_ options: LogSystemOptions = LogSystemOptions()) throws -> LogSystem {
        let sink = BroadcastSink(name: "checkout", access: .loopback, discovery: network)
        return try LogSystem(sinks: [sink], options: options)
    }

    private func found() async throws -> LogService {
        for await event in ServiceBrowser(discovery: network) {
            if let service = event.found { return service }
        }
        throw FakeApp.Failure(description: "nothing was found")
    }

    private func connection(to service: LogService, options: LogConnection.Options = .init()) -> LogConnection {
        LogConnection(.service(service), options: options, timing: .quick) { [network] in network }
    }

    @Test func `What was logged before and after is watched, in order`() async throws {
        let system = try app()
        let log = system.logger("api")
        log.info("before", metadata: ["n": "1"])
        let service = try await found()
        #expect(service.name == "checkout")
        #expect(service.boot == system.status.boot)
        var messages: [String] = []
        for await event in connection(to: service, options: .init(labels: ["api"])) {
            switch event {
            case .state(.connected): log.warning("after")
            case .record(let record):
                messages.append(record.message)
                #expect(record.label == "api")
                #expect(record.metadata == (record.message == "before" ? ["n": "1"] : [:]))
            default: break
            }
            if messages.count == 2 { break }
        }
        #expect(messages == ["before", "after"])
        _ = await system.shutdown()
    }

    @Test func `An app of this machine is watched at a path, and found again there after a restart`() async throws {
        let path = "/tmp/zxkit-\(UUID().uuidString.prefix(8)).sock"
        let first = try LogSystem(sinks: [BroadcastSink(name: "local", socketPath: path)])
        first.logger("api").info("one")
        var events = EventReader(LogConnection(.path(path), options: .init(labels: ["api"]), timing: .quick))
        while events.content.isEmpty { _ = try await events.next() }
        _ = await first.shutdown()
        #expect(try await events.nextTrouble().reason.code == .appEnded)
        let second = try LogSystem(sinks: [BroadcastSink(name: "local", socketPath: path)])
        second.logger("api").info("two")
        while events.content.count < 3 { _ = try await events.next() }
        #expect(events.content[1] == "gap ? restarted")
        _ = await second.shutdown()
    }

    @Test func `The clock of an app on this machine is known to be this machine's`() async throws {
        let system = try app()
        for await event in connection(to: try await found()) {
            guard case .clock(let clock) = event else { continue }
            // It is right to half the round trip.
            let error = clock.offset < .zero ? .zero - clock.offset : clock.offset
            #expect(error <= clock.roundTrip / 2 + .microseconds(1))
            break
        }
        _ = await system.shutdown()
    }

    @Test func `A viewer follows an app that is restarted, and is told`() async throws {
        let first = try app()
        first.logger("api").info("one")
        let service = try await found()
        var events = EventReader(connection(to: service, options: .init(labels: ["api"])))
        while events.content.isEmpty { _ = try await events.next() }
        _ = await first.shutdown()
        #expect(try await events.nextTrouble().reason.code == .appEnded)
        let second = try app()
        second.logger("api").info("two")
        while events.content.count < 3 { _ = try await events.next() }
        #expect(events.story.contains("connected \(second.status.boot)"))
        #expect(events.content[1] == "gap ? restarted")
        _ = await second.shutdown()
    }

    @Test func `A viewer that was too slow has every number once, as a record or in a gap`() async throws {
        var options = LogSystemOptions()
        options.journalCapacity = 1 << 20
        options.overflow = .block
        let system = try app(options)
        let service = try await found()
        let log = system.logger("api")
        let text = String(repeating: "x", count: 1000)
        var expected: UInt64?
        var missing: UInt64 = 0
        events: for await event in connection(to: service, options: .init(level: .info, bufferLimit: 1 << 16)) {
            switch event {
            case .state(.connected(let hello)):
                expected = hello.start
                // Nobody reads meanwhile: 20 MB, more than all buffers on the way can hold.
                for number in 0..<20_000 { log.info("\(number) \(text)") }
                log.info("end")
            case .record(let record):
                #expect(record.sequence == expected)
                expected = record.sequence + 1
                if record.message == "end" { break events }
            case .gap(let gap):
                let range = try #require(gap.range)
                #expect(range.lowerBound == expected)
                expected = range.upperBound + 1
                missing += gap.count ?? 0
            default: break
            }
        }
        #expect(missing > 0, "the viewer was meant to be too slow")
        _ = await system.shutdown()
    }
}
