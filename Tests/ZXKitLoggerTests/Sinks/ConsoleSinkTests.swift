import Foundation
import Glibc
import Testing
import ZXKitLogger

/// Each test has a process to itself, as there is one standard error only.
@Suite struct ConsoleSinkTests {
    @Test func `Records are lines of text on standard error, at info and above if nothing is said`() async {
        await #expect(processExitsWith: .success) {
            let pipe = StreamPipe(inPlaceOf: 2)
            let system = try LogSystem(sinks: [ConsoleSink()], options: .blocking)
            let log = system.logger("shop.api")
            log.debug("not printed")
            log.info("order \(7) accepted", metadata: ["user": "ada"])
            log.error("second")
            await system.shutdown(deadline: .seconds(30))
            let lines = try #require(pipe.finish().wholeLines)
            try #require(lines.count == 2)
            #expect(lines[0].contains(" INFO     shop.api: order 7 accepted user=ada (ZXKitLoggerTests/"))
            #expect(lines[1].contains(" ERROR    shop.api: second (ZXKitLoggerTests/"))
        }
    }

    @Test func `Records are JSON objects on standard output if so asked`() async {
        await #expect(processExitsWith: .success) {
            let pipe = StreamPipe(inPlaceOf: 1)
            let system = try LogSystem(
                sinks: [ConsoleSink(level: .trace, stream: .standardOutput, format: .json)], options: .blocking)
            let log = system.logger("shop")
            for number in 0..<100 {
                log.trace("\(number) \"quoted\"\n\u{1B}[31m\u{2028}")
            }
            await system.shutdown(deadline: .seconds(30))
            let lines = try #require(pipe.finish().wholeLines)
            #expect(lines.count == 100)
            for (number, line) in lines.enumerated() {
                #expect(line.unicodeScalars.allSatisfy { $0.value >= 0x20 && $0 != "\u{2028}" })
                let object = try JSONSerialization.jsonObject(with: Data(line.utf8)) as? [String: Any]
                #expect(object?["message"] as? String == "\(number) \"quoted\"\n\u{1B}[31m\u{2028}")
            }
        }
    }

    @Test func `Controls are escaped, so that a record is one line and drives no terminal`() async {
        await #expect(processExitsWith: .success) {
            let pipe = StreamPipe(inPlaceOf: 2)
            let system = try LogSystem(sinks: [ConsoleSink()], options: .blocking)
            let literal: StaticString = "a\nb\r\u{1B}[2Jc\u{7}\u{7F}\u{85}\u{9B}1m\u{2028}\u{2029}\u{202E}\u{2066}d\0"
            let hostile = literal.description
            system.logger(hostile).log(
                .info, "\(hostile)", metadata: LogFields(["\(hostile)": .text(hostile)]), file: literal)
            await system.shutdown(deadline: .seconds(30))
            let output = pipe.finish()
            #expect(output.wholeLines?.count == 1)
            for scalar in hostile.unicodeScalars where !scalar.properties.isAlphabetic && !scalar.isASCIIPrintable {
                #expect(!output.dropLast().unicodeScalars.contains(scalar), "U+\(String(scalar.value, radix: 16))")
            }
        }
    }

    @Test(arguments: [
        ColorCase(noColor: nil, forceColor: nil, isColored: false),
        ColorCase(noColor: nil, forceColor: "1", isColored: true),
        ColorCase(noColor: "1", forceColor: "1", isColored: false),
        ColorCase(noColor: "", forceColor: "1", isColored: true),
        ColorCase(noColor: nil, forceColor: "", isColored: false),
    ])
    func `A pipe gets colour only if FORCE_COLOR wants it and NO_COLOR does not forbid it`(_ given: ColorCase) async {
        await #expect(processExitsWith: .success) { [given] in
            given.apply()
            let pipe = StreamPipe(inPlaceOf: 2)
            let system = try LogSystem(sinks: [ConsoleSink()], options: .blocking)
            system.logger("a").error("hello")
            await system.shutdown(deadline: .seconds(30))
            let output = pipe.finish()
            #expect(output.contains("hello"))
            #expect(output.contains("\u{1B}[") == given.isColored)
        }
    }

    @Test func `A pipe that nobody reads any more neither ends the process nor stops the other sinks`() async {
        await #expect(processExitsWith: .success) {
            let pipe = StreamPipe(inPlaceOf: 2)
            pipe.closeReading()
            let memory = MemorySink()
            let system = try LogSystem(sinks: [ConsoleSink(), memory], options: .blocking)
            let log = system.logger("a")
            for number in 0..<100 {
                log.info("\(number)")
            }
            await eventually { system.status.sinks[0].failure != nil }
            await eventually { memory.records.contains { $0.label == "zxkit" } }
            log.info("later")
            let report = await system.shutdown(deadline: .seconds(3))
            pipe.restore()
            #expect(report.leftovers.keys.sorted() == ["console"])
            #expect(system.status.sinks[0].failure?.contains("EPIPE") == true)
            let messages = memory.records.filter { $0.label == "a" }.map(\.message)
            #expect(messages == (0..<100).map(String.init) + ["later"])
            #expect(memory.records.filter { $0.label == "zxkit" }.count == 1)
        }
    }

    @Test func `A stalled pipe stops this sink alone, and a shutdown ends at its deadline`() async {
        await #expect(processExitsWith: .success) {
            let pipe = StreamPipe(inPlaceOf: 2)
            let memory = MemorySink()
            let folder = try Folder()
            let system = try LogSystem(
                sinks: [ConsoleSink(), memory, FileSink(folder.path("a.log"))], options: .blocking)
            let log = system.logger("a")
            for number in 0..<2_000 {
                log.info("\(number) \(String(repeating: "x", count: 100))")
            }
            await eventually { memory.records.count == 2_000 && system.status.sinks[2].lag == 0 }
            await eventually { system.status.sinks[0].isStandingStill }
            log.info("later")
            await eventually { memory.records.count == 2_001 && system.status.sinks[2].lag == 0 }
            let begin = ContinuousClock.now
            let report = await system.shutdown(deadline: .seconds(3))
            let took = ContinuousClock.now - begin
            // The descriptor is the app's: it is still open, and still blocks.
            let flags = fcntl(2, F_GETFL)
            pipe.restore()
            #expect(flags >= 0 && flags & O_NONBLOCK == 0)
            #expect(took >= .milliseconds(300))
            #expect(report.leftovers.keys.sorted() == ["console"])
            #expect(memory.items.isWhole(1...2_001))
            #expect(try folder.text("a.log").wholeLines?.count == 2_001)
        }
    }

    @Test func `A stalled pipe that is read again gets every record once, in order`() async {
        await #expect(processExitsWith: .success) {
            let pipe = StreamPipe(inPlaceOf: 1)
            let memory = MemorySink()
            let system = try LogSystem(
                sinks: [ConsoleSink(stream: .standardOutput, format: .json), memory], options: .blocking)
            let log = system.logger("a")
            for number in 0..<2_000 {
                log.info("\(number) \(String(repeating: "x", count: 100))")
            }
            await eventually { memory.records.count == 2_000 }
            let ending = Task.detached {
                await system.shutdown(deadline: .seconds(30))
                // Only now may the writing end be closed.
                pipe.restore()
            }
            let output = pipe.readToTheEnd()
            await ending.value
            let lines = try #require(output.wholeLines)
            #expect(lines.count == 2_000)
            for (number, line) in lines.enumerated() {
                let object = try JSONSerialization.jsonObject(with: Data(line.utf8)) as? [String: Any]
                #expect((object?["message"] as? String)?.hasPrefix("\(number) x") == true)
            }
        }
    }

    /// The environment of a process, and whether its console is coloured then.
    struct ColorCase: Codable, Sendable {
        let noColor: String?
        let forceColor: String?
        let isColored: Bool

        func apply() {
            Self.set("NO_COLOR", noColor)
            Self.set("FORCE_COLOR", forceColor)
        }

        private static func set(_ name: String, _ value: String?) {
            if let value {
                setenv(name, value, 1)
            } else {
                unsetenv(name)
            }
        }
    }
}

extension Unicode.Scalar {
    fileprivate var isASCIIPrintable: Bool { value >= 0x20 && value < 0x7F }
}
