import Synchronization
import Testing
import ZXKitLogger

@Suite struct LogMessageTests {
    private struct Point: CustomStringConvertible {
        var description: String { "(1, 2)" }
    }

    private struct Plain {
        var width = 3
    }

    private enum Trouble: Error {
        case lost(Int)
    }

    private static func text(_ message: LogMessage) -> String { message.description }

    /// A message of a value whose type is not known: the compiler would warn of an optional.
    private static func message<Value>(_ value: Value) -> LogMessage { "\(value)" }

    @Test func `A literal is the message as it stands`() async throws {
        let records = try await captured { log in
            log.info("")
            log.info("plain")
            log.info("two\nlines and a \"quote\" 🐟")
        }
        #expect(records.map(\.message) == ["", "plain", "two\nlines and a \"quote\" 🐟"])
    }

    @Test func `Texts and numbers of every kind are written as they describe themselves`() {
        #expect(Self.text("<\("text")> <\("part of it".dropFirst(5))> <\(Character("x"))>") == "<text> <of it> <x>")
        #expect(Self.text("\(Int8.min) \(UInt8.max) \(Int16.min) \(Int32.max)") == "-128 255 -32768 2147483647")
        #expect(Self.text("\(Int.min) \(UInt64.max)") == "-9223372036854775808 18446744073709551615")
        #expect(Self.text("\(Int128.max)") == "170141183460469231731687303715884105727")
        #expect(
            Self.text("\(1.5) \(Float(0.25)) \(1e300) \(-Double.infinity) \(Double.nan)") == "1.5 0.25 1e+300 -inf nan")
        #expect(Self.text("\(true) \(false)") == "true false")
    }

    @Test func `Optionals, errors, types and the app's own values are written as String shows them`() {
        let error: any Error = Trouble.lost(3)
        #expect(Self.message(7 as Int?).description == "Optional(7)")
        #expect(Self.message(nil as String?).description == "nil")
        #expect(Self.text("\(Trouble.lost(3)) \(error)") == "lost(3) lost(3)")
        #expect(Self.text("\(Point()) \(Plain()) \(Int.self)") == "(1, 2) Plain(width: 3) Int")
        #expect(Self.text("\([1, 2]) \(["a": 1]) \(LogLevel.notice)") == "[1, 2] [\"a\": 1] notice")
        let described: any CustomStringConvertible = Point()
        #expect(Self.text("\(described)") == "(1, 2)")
    }

    @Test func `What is interpolated in a call is written into its record`() async throws {
        let records = try await captured { log in
            log.error("\(Point()) of \(7): \(Trouble.lost(3))", metadata: ["point": "at \(Point())"])
        }
        #expect(records.map(\.message) == ["(1, 2) of 7: lost(3)"])
        #expect(records.map(\.metadata) == [["point": "at (1, 2)"]])
    }

    @Test func `A message made from a text that is there is that text`() {
        let kept = "kept \(1)"
        #expect(LogMessage(kept).description == "kept 1")
    }

    @Test func `A kept message can be logged twice`() async throws {
        let message: LogMessage = "order \(7) of \(Point())"
        let records = try await captured { log in
            log.info(message)
            log.warning(message, metadata: ["again": "yes"])
        }
        #expect(records.map(\.message) == ["order 7 of (1, 2)", "order 7 of (1, 2)"])
        #expect(records.map(\.level) == [.info, .warning])
    }

    @Test func `A kept message can be logged from several tasks at once`() async throws {
        let message: LogMessage = "kept \(42)"
        let fields: LogFields = ["key": "\(43)"]
        let memory = MemorySink()
        let system = try LogSystem(sinks: [memory], options: .blocking)
        await withTaskGroup(of: Void.self) { group in
            for task in 0..<2 {
                group.addTask {
                    let log = system.logger("task.\(task)")
                    for _ in 0..<100 {
                        log.info(message, metadata: fields)
                    }
                }
            }
        }
        await system.shutdown(deadline: .seconds(30))
        #expect(memory.records.count == 200)
        #expect(memory.records.allSatisfy { $0.message == "kept 42" && $0.metadata == ["key": "43"] })
    }
}

@Suite struct PrivacyTests {
    /// A value that counts how often it was described.
    private final class Secret: CustomStringConvertible, Sendable {
        private let count = Atomic(0)

        var timesDescribed: Int { count.load(ordering: .relaxed) }

        var description: String {
            count.add(1, ordering: .relaxed)
            return "hunter2"
        }
    }

    /// Shown by reflection alone.
    private struct Wrapper {
        let secret: Secret
    }

    private static func log(_ secret: Secret, with log: ZXLogger) {
        log.info(
            "a \(secret, privacy: .private) b \([secret], privacy: .private) c \(Wrapper(secret: secret), privacy: .private)",
            metadata: ["text": "<\(secret, privacy: .private)>", "list": ["\(secret, privacy: .private)"]])
    }

    @Test func `Private values are masked in message and metadata, and not even described`() async throws {
        let secret = Secret()
        let records = try await captured { Self.log(secret, with: $0) }
        #expect(records.map(\.message) == ["a <private> b <private> c <private>"])
        #expect(records.map(\.metadata) == [["text": "<<private>>", "list": ["<private>"]]])
        #expect(secret.timesDescribed == 0)
    }

    @Test func `Every kind of value can be masked, and public ones are not`() async throws {
        let records = try await captured { log in
            log.info("\("s", privacy: .private)\(1, privacy: .private)\(1.5, privacy: .private)")
            log.info("\(true, privacy: .private)\(Int.self, privacy: .private)")
            log.info(
                "\("s", privacy: .public) \(1, privacy: .public) \(1.5, privacy: .public) \(true, privacy: .public)")
        }
        try #require(records.count == 3)
        #expect(records[0].message == "<private><private><private>")
        #expect(records[1].message == "<private><private>")
        #expect(records[2].message == "s 1 1.5 true")
    }

    @Test func `A system that shows private values shows them in its calls`() async throws {
        let secret = Secret()
        let records = try await captured(showsPrivate: true) { log in
            log.info("<\(secret, privacy: .private)>", metadata: ["key": "\(secret, privacy: .private)"])
        }
        #expect(records.map(\.message) == ["<hunter2>"])
        #expect(records.map(\.metadata) == [["key": "hunter2"]])
    }

    @Test func `What is built outside of a call is masked, even for a system that shows private values`() async throws {
        let secret = Secret()
        let message: LogMessage = "kept \(secret, privacy: .private)"
        let made = LogMessage("made \(secret, privacy: .private)")
        let fields: LogFields = ["key": "\(secret, privacy: .private)"]
        let records = try await captured(showsPrivate: true) { log in
            log.info(message, metadata: fields)
            log.info(made)
        }
        #expect(records.map(\.message) == ["kept <private>", "made <private>"])
        #expect(records.first?.metadata == ["key": "<private>"])
        #expect(secret.timesDescribed == 0)
    }

    @Test func `A call that shows private values leaves the next thing built outside masked`() async throws {
        let secret = Secret()
        var after: LogMessage = ""
        _ = try await captured(showsPrivate: true) { log in
            log.info("\(secret, privacy: .private)")
            after = "\(secret, privacy: .private)"
        }
        #expect(after.description == "<private>")
    }
}
