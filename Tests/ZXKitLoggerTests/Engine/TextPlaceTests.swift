import Testing
import ZXKitLogger

/// A text is put together in the ring itself where that has room, and elsewhere where not; nobody sees a difference.
@Suite struct TextPlaceTests {
    /// A value whose description logs, so that what is around it can't stay in the ring.
    private struct Talkative: CustomStringConvertible {
        let log: ZXLogger
        let text: String

        var description: String {
            log.info("nested in \(text)")
            return text
        }
    }

    @Test func `Every text is whole, wherever in a small buffer it was put together`() async throws {
        var random = SeededGenerator(for: "places of texts")
        let memory = MemorySink(byteLimit: 256 * 1_024 * 1_024)
        var options = LogSystemOptions.blocking
        options.threadBufferCapacity = 16 * 1_024
        let system = try LogSystem(sinks: [memory], options: options)
        let log = system.logger("test")
        var expected: [Expected] = []
        for number in 0..<5_000 {
            let text = String(repeating: "\(number % 10)", count: Self.size(using: &random))
            expected += Self.log(number, text, in: log, form: Int.random(in: 0..<8, using: &random))
        }
        await system.shutdown(deadline: .seconds(60))
        #expect(memory.records.map { Expected($0.message, $0.metadata) } == expected)
    }

    private struct Expected: Equatable {
        let message: String
        let metadata: LogMetadata

        init(_ message: String, _ metadata: LogMetadata = [:]) {
            self.message = message
            self.metadata = metadata
        }
    }

    /// Mostly small, some around the room that is wanted in a ring, few around the largest record of one and beyond.
    private static func size(using random: inout SeededGenerator) -> Int {
        switch Int.random(in: 0..<20, using: &random) {
        case 0: Int.random(in: 7_900...8_300, using: &random)
        case 1: Int.random(in: 0...30_000, using: &random)
        case 2...5: Int.random(in: 800...1_200, using: &random)
        default: Int.random(in: 0...100, using: &random)
        }
    }

    /// Logs in one of the ways in which texts come to be.
    private static func log(_ number: Int, _ text: String, in log: ZXLogger, form: Int) -> [Expected] {
        switch form {
        case 0:
            log.info("a literal")
            return [Expected("a literal")]
        case 1:
            log.info("a literal", metadata: ["text": "\(text)", "fixed": "literal"])
            return [Expected("a literal", ["text": .text(text), "fixed": "literal"])]
        case 2:
            let outside: LogMessage = "outside \(text)"
            log.info(outside, metadata: ["number": "\(number)"])
            return [Expected("outside \(text)", ["number": "\(number)"])]
        case 3:
            log.info("outer \(Talkative(log: log, text: text)) end")
            return [Expected("outer \(text) end"), Expected("nested in \(text)")]
        case 4:
            log.info("outer \(number)", metadata: ["text": "\(Talkative(log: log, text: text))"])
            return [Expected("outer \(number)", ["text": .text(text)]), Expected("nested in \(text)")]
        case 5:
            log.info("\(text)\(number)", metadata: ["list": ["\(text)", "\(number)"]])
            return [Expected("\(text)\(number)", ["list": [.text(text), "\(number)"]])]
        case 6:
            let message: LogMessage = "\(text)"
            log.info("\(number) of \(message)")
            return [Expected("\(number) of \(text)")]
        default:
            log.info("\(number) has \(text)")
            return [Expected("\(number) has \(text)")]
        }
    }
}
