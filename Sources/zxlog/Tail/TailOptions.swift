import ZXKitLogCore
import ZXKitLoggerReceiver

/// What `zxlog tail` was asked for.
struct TailOptions: Sendable {
    /// How records are printed.
    enum Format: String, CaseIterable, Sendable {
        case text, json
    }

    /// What to watch; empty: everything found, now and later.
    var targets: [TailTarget] = []
    var level = LogLevel.info
    var labels: [String] = []
    /// What a message must match, checked to be a regular expression.
    var pattern: String?
    var start = LogConnection.Start.oldest
    var format = Format.text
    var usesUTC = false
    /// After how many records to end; nil: never.
    var count: Int?
    var timeout: Duration?
    var color = ColorChoice.auto

    private static let levelOption = CommandOption.value(
        "--level", "LEVEL", "the lowest level: \(LogLevel.names) (default: info)")
    private static let labelOption = CommandOption.list(
        "--label", "LABEL", "only this label and those below it, a and a.b for a; may be repeated")
    private static let grep = CommandOption.value("--grep", "REGEX", "only messages that match this regular expression")
    private static let from = CommandOption.value(
        "--from", "WHERE",
        "where to begin: now, oldest (what the app still holds) or\nlast:N (the last N, of each app) (default: oldest)")
    private static let formatOption = CommandOption.value(
        "--format", "FORMAT",
        "text, or json: the protocol's items, one object per line,\neach with its source (default: text)")
    private static let utc = CommandOption.flag("--utc", "show times in UTC instead of local time; json always does")
    private static let countOption = CommandOption.value("--count", "N", "end after N records")
    private static let limit = CommandOption.value("--timeout", "SECONDS", "end after so long")
    private static let colorOption = CommandOption.value(
        "--color", "WHEN", "auto (on a terminal), always or never (default: auto)")

    static let syntax = CommandSyntax(
        name: "tail",
        summary: "Shows what apps log: all that are found on the local network, now and later, or those named.",
        operands: "[NAME | HOST:PORT | unix:PATH]...",
        details: """

            NAME is an app's own name, or the one it is advertised under. HOST:PORT needs no discovery; an IPv6
            address stands in brackets, as in [::1]:4242. unix:PATH is an app of this machine that listens there.
            Records go to standard output. In text, the state of connections and records that are missing are told
            on standard error; in json they are items.
            Exit status: 0 if the N records of --count came or, without it, if any came before the time of --timeout
            was over; 1 if not; 2 for a usage error. SIGINT, SIGTERM and a closed standard output end it with 0 when
            it was to run for ever.

            """,
        ownOptions: [
            levelOption, labelOption, grep, from, formatOption, utc, countOption, limit, colorOption,
        ])

    init(words: some Sequence<String>) throws(UsageError) {
        let arguments = try ArgumentParser.parse(words, Self.syntax)
        do throws(UsageError) {
            try self.init(arguments)
        } catch {
            throw error.of(Self.syntax)
        }
    }

    private init(_ arguments: ParsedArguments) throws(UsageError) {
        for word in arguments.operands {
            targets.append(try TailTarget.parse(word))
        }
        try readFilter(arguments)
        format = try arguments.choice(Self.formatOption, name: \.rawValue) ?? format
        usesUTC = arguments.has(Self.utc)
        count = try arguments.value(of: Self.countOption, expected: "a number from 1 on", Self.positive)
        timeout = try arguments.seconds(Self.limit)
        color = try arguments.choice(Self.colorOption, name: \.rawValue) ?? color
    }

    private mutating func readFilter(_ arguments: ParsedArguments) throws(UsageError) {
        level = try arguments.choice(Self.levelOption, name: \.description) ?? level
        labels = arguments.all(Self.labelOption)
        guard !labels.contains("") else { throw UsageError("--label can't be empty") }
        pattern = try arguments.value(
            of: Self.grep, expected: "a regular expression", { MessagePattern($0) == nil ? nil : $0 })
        start = try arguments.value(of: Self.from, expected: "now, oldest or last:N", Self.start) ?? start
    }

    private static func start(_ text: String) -> LogConnection.Start? {
        switch text {
        case "now": return .now
        case "oldest": return .oldest
        default: break
        }
        let last = "last:"
        guard text.hasPrefix(last) else { return nil }
        return number(text.dropFirst(last.count)).map(LogConnection.Start.last)
    }

    private static func positive(_ text: String) -> Int? {
        number(text[...]).flatMap { $0 > 0 ? $0 : nil }
    }

    private static func number(_ text: Substring) -> Int? {
        text.isDigits ? Int(text) : nil
    }
}
