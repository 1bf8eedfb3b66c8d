import Testing
import ZXKitLogPOSIX

@testable import ZXKitLogger

@Suite struct StatusTests {
    @Test func `A failure and when it was are kept when the sink works again`() async throws {
        let sink = TroubledSink { $0 < 2 ? "it is full" : nil }
        let system = try LogSystem(sinks: [sink], options: .blocking)
        #expect(system.status.sinks[0].lastFailure == nil)
        let before = LogTime.now
        system.logger("a").info("one")
        await eventually { system.status.sinks[0].failedAttempts == 2 && system.status.sinks[0].failure == nil }
        let failure = try #require(system.status.sinks[0].lastFailure)
        #expect(failure.reason == "it is full")
        #expect(failure.time >= before && failure.time <= .now)
        await system.shutdown(deadline: .seconds(30))
    }

    @Test func `A sink that is at one batch for long stands still, until it goes on`() async throws {
        let stuck = StuckSink()
        let system = try LogSystem(sinks: [stuck], options: .blocking)
        system.logger("a").info("one")
        await eventually { stuck.hasBegun }
        await eventually { system.status.sinks[0].isStandingStill }
        #expect(system.status.sinks[0].failure == nil)
        stuck.release()
        await eventually { !system.status.sinks[0].isStandingStill }
        await system.shutdown(deadline: .seconds(30))
    }

    @Test func `Records without room are counted in all, and so are the buffers and their threads`() async throws {
        var options = LogSystemOptions()
        options.threadBufferCapacity = 16 * 1_024
        // Room for one thread of its own; the others share.
        options.threadBuffersCapacity = 32 * 1_024
        let memory = MemorySink(byteLimit: .max)
        let system = try LogSystem(sinks: [memory], options: options)
        let empty = system.status.buffers
        #expect(empty.count == 0 && empty.dropped == 0 && empty.sharingThreads == 0)
        #expect(empty.capacity == 16 * 1_024 && empty.byteLimit == 32 * 1_024)
        let seen = Parker()
        let others = try (0..<3).map { number in
            try SystemThread.start(name: "test") {
                // Each waits for the one before, so that the first gets the ring and the others share.
                while system.status.buffers.count + system.status.buffers.sharingThreads < number {
                    Parker().park(timeout: .milliseconds(1))
                }
                for _ in 0..<2_000 {
                    system.logger("a").info("one")
                }
                seen.park()
                seen.unpark()
            }
        }
        await eventually { system.status.buffers.count == 1 && system.status.buffers.sharingThreads == 2 }
        #expect(system.status.buffers.bytes == 32 * 1_024)
        seen.unpark()
        others.forEach { $0.join() }
        await eventually { system.status.buffers.sharingThreads == 0 }
        #expect(await system.shutdown(deadline: .seconds(60)).isComplete)
        let told = memory.gaps.compactMap(\.count).reduce(0, +)
        #expect(system.status.buffers.dropped == told)
        #expect(UInt64(memory.records.count) + told == 6_000)
    }

    @Test func `Printed, it is a line for each part, and no name can drive a terminal`() async throws {
        let failing = TroubledSink(name: "disk\u{1B}[31m\n") { _ in "no\u{1B}[2J room" }
        let system = try LogSystem(
            sinks: [failing, MemorySink(), BroadcastSink(name: "shop\n", access: .loopback, isAdvertised: false)],
            options: .blocking)
        let log = system.logger("a")
        log.info("one")
        await eventually { system.status.sinks[0].failure != nil && system.status.sinks[1].lag == 0 }
        let text = system.status.description
        #expect(text.unicodeScalars.allSatisfy { $0 == "\n" || $0.value >= 0x20 })
        let lines = text.split(separator: "\n")
        try #require(lines.count == 8)
        #expect(lines[0] == "system \(system.status.boot)")
        #expect(lines[1].contains("numbers 1 to ") && lines[1].hasSuffix("of 8.0 MiB"))
        #expect(lines[2].contains(" in use, ") && lines[2].hasSuffix(", 0 records dropped"))
        #expect(lines[3] == "captured   trace")
        #expect(lines[4].contains("FAILS") && lines[4].contains("at 1, "))
        #expect(lines[5].contains("last failure 2") && lines[5].contains("room"))
        #expect(lines[6].contains("memory") && lines[6].hasSuffix("works"))
        #expect(lines[7].contains("port ") && lines[7].contains("this machine alone"))
        // The columns of the sinks stand below each other.
        #expect(lines[4].distance(to: "  trace ") == lines[6].distance(to: "  trace "))
        await system.shutdown(deadline: .milliseconds(100))
    }
}

extension Substring {
    /// How many characters there are before a text.
    fileprivate func distance(to text: String) -> Int? {
        firstRange(of: text).map { distance(from: startIndex, to: $0.lowerBound) }
    }
}
