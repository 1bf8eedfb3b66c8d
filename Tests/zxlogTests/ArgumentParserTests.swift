import Testing

@testable import zxlog

@Suite struct ArgumentParserTests {
    private static let level = CommandOption.value("--level", "L", "a level")
    private static let label = CommandOption.list("--label", "X", "a label")
    private static let quiet = CommandOption.flag("--quiet", "no words")
    private static let syntax = CommandSyntax(
        name: "try", summary: "", operands: "", details: "", ownOptions: [level, label, quiet])

    private func parse(_ words: String...) throws(UsageError) -> ParsedArguments {
        try ArgumentParser.parse(words, Self.syntax)
    }

    @Test func `A value stands after a space or after an equals sign`() throws {
        #expect(try parse("--level", "debug") == parse("--level=debug"))
        #expect(try parse("--level=a=b").all(Self.level) == ["a=b"])
        #expect(try parse("--level=").all(Self.level) == [""])
    }

    @Test func `Options and operands may be mixed`() throws {
        let parsed = try parse("a", "--quiet", "b", "--label", "x", "c", "--label=y")
        #expect(parsed.operands == ["a", "b", "c"])
        #expect(parsed.all(Self.label) == ["x", "y"])
        #expect(parsed.has(Self.quiet))
        #expect(!parsed.has(Self.level))
    }

    @Test func `Two dashes end the options`() throws {
        #expect(try parse("--quiet", "--", "--quiet", "--", "-x").operands == ["--quiet", "--", "-x"])
    }

    @Test func `A single dash is an operand`() throws {
        #expect(try parse("-").operands == ["-"])
    }

    @Test(arguments: [
        (["--nope"], "unknown option --nope"),
        (["-x"], "unknown option -x"),
        (["--nope=1"], "unknown option --nope"),
        (["--level"], "--level needs a value: --level L"),
        (["--level", "--quiet"], "--level needs a value: --level L"),
        (["--level", "--"], "--level needs a value: --level L"),
        (["--level=a", "--level", "b"], "--level is given more than once"),
        (["--quiet", "--quiet"], "--quiet is given more than once"),
        (["--quiet=yes"], "--quiet takes no value"),
    ])
    func `What can't be understood is said, and how to get help`(words: [String], problem: String) {
        let error = #expect(throws: UsageError.self) { try ArgumentParser.parse(words, Self.syntax) }
        #expect(error?.description == "zxlog try: \(problem) (see zxlog try --help)")
    }

    @Test func `A usage error is one line whatever was typed`() {
        let error = #expect(throws: UsageError.self) { try parse("--a\nb\u{1B}[31m") }
        #expect(error?.description.contains { $0.isNewline || $0 == "\u{1B}" } == false)
    }

    @Test func `Help is asked for anywhere before the end of options`() {
        #expect(ArgumentParser.asksForHelp(["--nonsense", "--help"]))
        #expect(ArgumentParser.asksForHelp(["-h"]))
        #expect(!ArgumentParser.asksForHelp(["--", "--help"]))
        #expect(!ArgumentParser.asksForHelp(["help"]))
    }

    @Test(arguments: [
        ("5", Duration.seconds(5)), ("0", .zero), ("0.5", .milliseconds(500)),
        ("1.000000001", .nanoseconds(1_000_000_001)),
        ("999999999", .seconds(999_999_999)),
    ])
    func `Seconds may have a fraction`(text: String, duration: Duration) {
        #expect(SecondsText.duration(text) == duration)
    }

    @Test(arguments: ["", ".", "5.", ".5", "-1", "+1", "1e3", "1 ", "1.2.3", "1234567890", "1.1234567890", "١"])
    func `What is no number of seconds is refused`(text: String) {
        #expect(SecondsText.duration(text) == nil)
    }

    @Test(arguments: [
        (Duration.seconds(2), "2 s"), (.milliseconds(250), "0.25 s"), (.milliseconds(1_005), "1.005 s"),
        (.milliseconds(500), "0.5 s"), (.zero, "0 s"), (.seconds(8), "8 s"),
    ])
    func `Lengths of time are written without needless digits`(duration: Duration, text: String) {
        #expect(SecondsText.text(duration) == text)
    }
}
