import Testing
import ZXKitLogCore
import ZXKitLogger
import ZXKitLoggerReceiver

@testable import zxlog

@Suite struct InvocationTests {
    private func tail(_ words: String...) throws -> TailOptions {
        guard case .tail(let options) = try Invocation.parse(["tail"] + words) else { throw Mismatch() }
        return options
    }

    private func problem(_ words: String...) -> String? {
        do throws(UsageError) {
            _ = try Invocation.parse(words)
            return nil
        } catch {
            return error.description
        }
    }

    private struct Mismatch: Error {}

    @Test func `The program alone watches everything from the oldest record on`() throws {
        guard case .tail(let options) = try Invocation.parse([]) else { throw Mismatch() }
        #expect(options.targets.isEmpty)
        #expect(options.level == .info)
        #expect(options.start == .oldest)
        #expect(options.format == .text)
        #expect(options.color == .auto)
        #expect(!options.usesUTC)
        #expect(options.count == nil)
        #expect(options.timeout == nil)
    }

    @Test func `Every option of tail is understood`() throws {
        let options = try tail(
            "checkout", "--level", "warning", "--label", "a", "--label=b.c", "--grep", "or?der", "[::1]:80", "--from",
            "last:20", "--format", "json", "--utc", "--count", "7", "--timeout", "2.5", "--color", "never")
        #expect(options.targets == [.name("checkout"), .address(host: "::1", port: 80)])
        #expect(options.level == .warning)
        #expect(options.labels == ["a", "b.c"])
        #expect(options.pattern == "or?der")
        #expect(options.start == .last(20))
        #expect(options.format == .json)
        #expect(options.usesUTC)
        #expect(options.count == 7)
        #expect(options.timeout == .milliseconds(2_500))
        #expect(options.color == .never)
    }

    @Test func `Every option of list is understood`() throws {
        guard case .list(let options) = try Invocation.parse(["list", "--json", "--watch", "--timeout=4"]) else {
            throw Mismatch()
        }
        #expect(options.isJSON)
        #expect(options.watches)
        #expect(options.timeout == .seconds(4))
    }

    @Test func `Every option of publish is understood`() throws {
        let words = [
            "publish", "orders", "--label", "pipe", "--level=error", "--port", "4242", "--access", "anywhere",
            "--no-advertise", "--linger", "30",
        ]
        guard case .publish(let options) = try Invocation.parse(words) else { throw Mismatch() }
        #expect(options.name == "orders")
        #expect(options.label == "pipe")
        #expect(options.level == .error)
        #expect(options.port == 4242)
        #expect(options.access == .anywhere)
        #expect(!options.advertises)
        #expect(options.linger == .seconds(30))
    }

    @Test func `Publish has the defaults that its help names`() throws {
        guard case .publish(let options) = try Invocation.parse(["publish", "orders"]) else { throw Mismatch() }
        #expect(options.label == "stdin")
        #expect(options.level == .info)
        #expect(options.port == 0)
        #expect(options.access == .localNetwork)
        #expect(options.advertises)
        #expect(options.linger == .zero)
    }

    @Test(arguments: [
        ["watch"], ["--level", "debug"], ["tail", "--level", "loud"], ["tail", "--level", "INFO"],
        ["tail", "--from", "yesterday"], ["tail", "--from", "last:"], ["tail", "--from", "last:-1"],
        ["tail", "--format", "xml"], ["tail", "--count", "0"], ["tail", "--count", "x"], ["tail", "--timeout", "-1"],
        ["tail", "--color", "red"], ["tail", "--grep", "("], ["tail", "--label", ""], ["tail", ""], ["tail", "--json"],
        ["list", "checkout"], ["list", "--format", "json"], ["publish"], ["publish", "a", "b"], ["publish", ""],
        ["publish", "a", "--port", "65536"], ["publish", "a", "--access", "everyone"],
        ["publish", "a", "--linger", "soon"], ["publish", "a", "--level", "5"], ["publish", "a", "--label="],
    ])
    func `What makes no sense is a usage error of one line that names the help`(words: [String]) throws {
        let error = try #require(throws: UsageError.self) { _ = try Invocation.parse(words) }
        #expect(!error.description.contains { $0.isNewline })
        #expect(error.description.hasPrefix("zxlog"))
        #expect(error.description.hasSuffix("--help)"))
    }

    @Test func `A usage error names its command`() {
        #expect(
            problem("tail", "--count", "none")
                == "zxlog tail: --count must be a number from 1 on, not \"none\" (see zxlog tail --help)")
        #expect(problem("nonsense")?.hasPrefix("zxlog: unknown command \"nonsense\"") == true)
    }

    @Test func `The version and the help are shown`() throws {
        guard case .show(let version) = try Invocation.parse(["--version"]) else { throw Mismatch() }
        #expect(version == "zxlog \(Version.current)\n")
        guard case .show(let help) = try Invocation.parse(["--help"]) else { throw Mismatch() }
        for command in Invocation.commands {
            #expect(help.contains("\n  \(command.name) "))
        }
    }

    @Test(arguments: Invocation.commands.map(\.name))
    func `A command's help is shown even when the rest is wrong`(command: String) throws {
        guard case .show(let help) = try Invocation.parse([command, "--nonsense", "-h"]) else { throw Mismatch() }
        #expect(help.hasPrefix("Usage: zxlog \(command)"))
    }

    @Test(arguments: Invocation.commands)
    func `Every option that is parsed is in the help, and every one in the help is parsed`(syntax: CommandSyntax) {
        let help = HelpText.text(for: syntax)
        let rows = help.split(separator: "\n").filter { $0.hasPrefix("  --") }
        let shown = rows.map { String($0.dropFirst(2).prefix { $0 != " " }) }
        #expect(shown == syntax.options.map(\.name))
        for name in shown {
            let words = [name, name + "=1"]
            for word in words {
                do throws(UsageError) {
                    _ = try ArgumentParser.parse([word, "1"], syntax)
                } catch {
                    #expect(!error.description.contains("unknown option"), "\(word)")
                }
            }
        }
    }

    @Test(arguments: Invocation.commands)
    func `The help fits a terminal, shows each value's name, and ends with its last line`(syntax: CommandSyntax) {
        let help = HelpText.text(for: syntax)
        for line in help.split(separator: "\n") {
            #expect(line.count <= 120, "\(line)")
        }
        for option in syntax.options {
            if let placeholder = option.placeholder {
                #expect(help.contains("\(option.name) \(placeholder) "))
            }
        }
        #expect(help.hasSuffix("\n"))
        #expect(!help.hasSuffix("\n\n"))
    }
}

extension CommandSyntax: CustomTestStringConvertible {
    /// The command's name.
    public var testDescription: String { name }
}
