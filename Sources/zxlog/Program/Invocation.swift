/// What a command line asks for.
enum Invocation: Sendable {
    case tail(TailOptions)
    case list(ListOptions)
    case publish(PublishOptions)
    /// Show a text on standard output, and be done.
    case show(String)

    /// The commands in the order of the help.
    static let commands = [TailOptions.syntax, ListOptions.syntax, PublishOptions.syntax]

    /// Reads the words after the program's name.
    static func parse(_ words: [String]) throws(UsageError) -> Invocation {
        guard let first = words.first else { return .tail(try TailOptions(words: [])) }
        let rest = words.dropFirst()
        if let syntax = commands.first(where: { $0.name == first }), ArgumentParser.asksForHelp(rest) {
            return .show(HelpText.text(for: syntax))
        }
        switch first {
        case TailOptions.syntax.name: return .tail(try TailOptions(words: rest))
        case ListOptions.syntax.name: return .list(try ListOptions(words: rest))
        case PublishOptions.syntax.name: return .publish(try PublishOptions(words: rest))
        default: return .show(try text(for: first))
        }
    }

    private static func text(for word: String) throws(UsageError) -> String {
        switch word {
        case "--help", "-h": return HelpText.overview(commands)
        case "--version": return "zxlog \(Version.current)\n"
        default: break
        }
        if word.hasPrefix("-") {
            throw UsageError("unknown option \(word) before a command")
        }
        let names = commands.map(\.name).joined(separator: ", ")
        throw UsageError("unknown command \"\(word)\", commands are \(names)")
    }
}
