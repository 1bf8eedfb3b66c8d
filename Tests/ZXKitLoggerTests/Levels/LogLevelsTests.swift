import Testing
import ZXKitLogCore
import ZXKitLogger

@Suite struct LogLevelsTests {
    @Test func `A rule is for its label and what is below it, and the longest one decides`() throws {
        let levels = LogLevels(.info, ["a": .debug, "a.b": .error, "a.b.c": nil, "off": nil])
        #expect(levels.level(of: "a") == .debug)
        #expect(levels.level(of: "a.x") == .debug)
        #expect(levels.level(of: "ab") == .info)
        #expect(levels.level(of: "a.b") == .error)
        #expect(levels.level(of: "a.b.d.e") == .error)
        #expect(levels.level(of: "a.bc") == .debug)
        #expect(levels.level(of: "a.b.c") == nil)
        #expect(levels.level(of: "off.x") == nil)
        #expect(levels.level(of: "") == .info)
        #expect(LogLevels.off.level(of: "a") == nil)
    }

    @Test(arguments: [
        ("info", LogLevels(.info)), ("off", .off), ("warning,a=trace", LogLevels(.warning, ["a": .trace])),
        ("checkout.db=debug", LogLevels(.info, ["checkout.db": .debug])),
        (" a = OFF , Error,b.c=Notice ", LogLevels(.error, ["a": nil, "b.c": .notice])),
        ("critical,k=v=debug", LogLevels(.critical, ["k=v": .debug])),
    ])
    func `A text is read as people write it, and printed so that it reads the same`(
        text: String, levels: LogLevels
    ) throws {
        let read = try LogLevels(text)
        #expect(read == levels)
        #expect(try LogLevels(read.description) == levels)
    }

    @Test(arguments: [
        ("", "''"), ("info,", "''"), ("loud", "'loud'"), ("info,a=loud", "'a=loud'"), ("info,debug", "'debug'"),
        ("=info", "'=info'"), ("a=debug,a=info", "'a=info'"), ("a=", "'a='"), ("warn", "'warn'"),
    ])
    func `What can't be read is an error that names the part`(text: String, part: String) throws {
        let error = #expect(throws: LogError.self) { try LogLevels(text) }
        #expect(error?.code == .invalidLevels)
        #expect(error?.reason.contains(part) == true)
    }

    @Test func `An error names the levels that there are`() {
        let error = #expect(throws: LogError.self) { try LogLevels("a=loud") }
        for word in LogLevel.allCases.map(\.description) + ["off"] {
            #expect(error?.reason.contains(word) == true)
        }
    }

    @Test func `Whatever the rules and labels, it is what looking at each rule gives`() {
        var random = SeededGenerator(for: "levels by label")
        for _ in 0..<500 {
            let others = RandomLevels.level(using: &random)
            let rules = RandomLevels.rules(using: &random)
            let levels = LogLevels(others, rules)
            for _ in 0..<20 {
                let label = RandomLevels.label(using: &random)
                let expected = NaiveLevels(others: others, rules: rules).level(of: label)
                #expect(levels.level(of: label) == expected, "\(levels) for \(label)")
            }
        }
    }
}
