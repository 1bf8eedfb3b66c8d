/// Splits the words after a command's name into options and operands.
///
/// `--option value` and `--option=value` mean the same; `--` ends the options. Options and operands may be mixed.
struct ArgumentParser {
    private let syntax: CommandSyntax
    private var words: ArraySlice<String>
    private var parsed = ParsedArguments()

    /// Reads the words by a command's syntax.
    static func parse(_ words: some Sequence<String>, _ syntax: CommandSyntax) throws(UsageError) -> ParsedArguments {
        var parser = ArgumentParser(syntax: syntax, words: ArraySlice(words))
        do throws(UsageError) {
            try parser.parseAll()
        } catch {
            throw error.of(syntax)
        }
        return parser.parsed
    }

    /// Whether help is asked for before the options end, however wrong the rest is.
    static func asksForHelp(_ words: some Sequence<String>) -> Bool {
        words.prefix { $0 != "--" }.contains { $0 == "--help" || $0 == "-h" }
    }

    private mutating func parseAll() throws(UsageError) {
        while let word = words.popFirst() {
            if word == "--" {
                return parsed.operands += words
            }
            if word.hasPrefix("-"), word != "-" {
                try parseOption(word == "-h" ? "--help" : word)
            } else {
                parsed.operands.append(word)
            }
        }
    }

    private mutating func parseOption(_ word: String) throws(UsageError) {
        let parts = word.split(separator: "=", maxSplits: 1, omittingEmptySubsequences: false).map(String.init)
        let name = parts[0]
        guard let option = syntax.options.first(where: { $0.name == name }) else {
            throw UsageError("unknown option \(name)")
        }
        guard option.isRepeatable || parsed.values[name] == nil else {
            throw UsageError("\(name) is given more than once")
        }
        let value = try value(of: option, attached: parts.count > 1 ? parts[1] : nil)
        parsed.values[name, default: []].append(value)
    }

    private mutating func value(of option: CommandOption, attached: String?) throws(UsageError) -> String {
        guard let placeholder = option.placeholder else {
            guard attached == nil else { throw UsageError("\(option.name) takes no value") }
            return ""
        }
        if let attached {
            return attached
        }
        // What looks like an option is more likely one, and its value forgotten, than a value that begins so.
        guard let next = words.first, !next.hasPrefix("--") else {
            throw UsageError("\(option.name) needs a value: \(option.name) \(placeholder)")
        }
        return words.removeFirst()
    }
}
