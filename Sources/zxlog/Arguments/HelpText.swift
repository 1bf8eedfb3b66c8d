/// The texts that `--help` shows, made of what the parser knows.
enum HelpText {
    /// The help of one command.
    static func text(for syntax: CommandSyntax) -> String {
        let usage = [syntax.invocation, syntax.operands, "[OPTION]..."].filter { !$0.isEmpty }.joined(separator: " ")
        let options = syntax.options.map { row(label($0), $0.help) }.joined()
        return """
            Usage: \(usage)

            \(syntax.summary)
            \(syntax.details)
            Options:
            \(options)
            """
    }

    /// The help of the program.
    static func overview(_ commands: [CommandSyntax]) -> String {
        let rows = commands.map { row($0.name, $0.summary) }.joined()
        return """
            Usage: zxlog [COMMAND] [OPTION]...

            Watches the logs of apps on the local network. Without a command it is zxlog tail.

            Commands:
            \(rows)
            Options:
            \(row("--version", "show the version"))\(row("--help", "show this text; after a command, its own (also -h)"))
            """
    }

    private static func label(_ option: CommandOption) -> String {
        [option.name, option.placeholder].compactMap(\.self).joined(separator: " ")
    }

    /// Two columns; further lines of the help stand below its first.
    private static func row(_ label: String, _ help: String) -> String {
        let width = 24
        let gap = String(repeating: " ", count: max(1, width - label.count))
        let lines = help.split(separator: "\n")
        let continuation = "\n  " + String(repeating: " ", count: max(width, label.count + 1))
        return "  \(label)\(gap)\(lines.joined(separator: continuation))\n"
    }
}
