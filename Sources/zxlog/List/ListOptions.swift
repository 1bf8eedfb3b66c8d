/// What `zxlog list` was asked for.
struct ListOptions: Sendable, Equatable {
    /// One JSON object per line instead of a table.
    var isJSON = false
    /// Go on and tell what comes, changes and goes.
    var watches = false
    /// How long to look; nil: the default of a single look, or for ever with `watches`.
    var timeout: Duration?

    /// How long a single look takes at most.
    static let defaultTimeout = Duration.seconds(3)

    private static let json = CommandOption.flag("--json", "one JSON object per line instead of a table")
    private static let watch = CommandOption.flag(
        "--watch", "go on, and tell each app that is found, changed or removed")
    private static let limit = CommandOption.value(
        "--timeout", "SECONDS", "look for so long at most (default: 3; with --watch: for ever)")

    static let syntax = CommandSyntax(
        name: "list",
        summary: "Lists the apps on the local network that can be watched.",
        operands: "",
        details: """

            VERSION is that of the protocol. Where it is "ancestor", the app uses one of the older libraries that this
            one descends from: what it logs can be watched, but not what is missing of it.
            Exit status: 0; 1 if apps can't be looked for, or standard output can't be written; 2 for a usage error.

            """,
        ownOptions: [json, watch, limit])

    init(words: some Sequence<String>) throws(UsageError) {
        let arguments = try ArgumentParser.parse(words, Self.syntax)
        do throws(UsageError) {
            try self.init(arguments)
        } catch {
            throw error.of(Self.syntax)
        }
    }

    private init(_ arguments: ParsedArguments) throws(UsageError) {
        if let operand = arguments.operands.first {
            throw UsageError("takes no names, but got \"\(operand)\"")
        }
        isJSON = arguments.has(Self.json)
        watches = arguments.has(Self.watch)
        timeout = try arguments.seconds(Self.limit)
    }
}
