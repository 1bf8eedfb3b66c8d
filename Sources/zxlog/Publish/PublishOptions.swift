import ZXKitLogCore
import ZXKitLogger

/// What `zxlog publish` was asked for.
struct PublishOptions: Sendable, Equatable {
    /// The plain name of the app.
    let name: String
    var label = "stdin"
    var level = LogLevel.info
    /// 0 takes any free port.
    var port: UInt16 = 0
    /// Who may watch.
    var access = BroadcastAccess.localNetwork
    var advertises = true
    /// How many may watch at once, if it isn't the usual number.
    var viewers: Int?
    /// How long to go on serving after the end of the input.
    var linger = Duration.zero

    private static let labelOption = CommandOption.value("--label", "LABEL", "the records' label (default: stdin)")
    private static let levelOption = CommandOption.value(
        "--level", "LEVEL", "the records' level: \(LogLevel.names) (default: info)")
    private static let portOption = CommandOption.value(
        "--port", "N", "listen on this TCP port (default: any free one)")
    private static let accessOption = CommandOption.value(
        "--access", "WHO", "who may watch: loopback, local-network or anywhere (default: local-network)")
    private static let noAdvertise = CommandOption.flag(
        "--no-advertise", "do not advertise on the local network; viewers need the address")
    private static let viewersOption = CommandOption.value(
        "--viewers", "N", "how many may watch at once, from one address too\n(default: 64, and 8 from one address)")
    private static let lingerOption = CommandOption.value(
        "--linger", "SECONDS", "go on serving for so long after the end of the input (default: 0)")

    static let syntax = CommandSyntax(
        name: "publish",
        summary: "Makes each line of standard input a record that can be watched, as an app called NAME.",
        operands: "NAME",
        details: """

            Says at once, on standard error, where it listens. No line is lost on its way into the log: it reads no
            faster than that. It ends with its input, but goes on serving for the time of --linger; SIGINT and SIGTERM
            end it the same way, without lingering.
            It prints nothing of its input. To see that too, put tee before it:
            make 2>&1 | tee /dev/stderr | zxlog publish build
            The exit status of such a pipeline is that of zxlog, not of make, unless the shell has pipefail set.
            Exit status: 0; 1 if it can't listen or read; 2 for a usage error.

            """,
        ownOptions: [labelOption, levelOption, portOption, accessOption, noAdvertise, viewersOption, lingerOption])

    init(words: some Sequence<String>) throws(UsageError) {
        let arguments = try ArgumentParser.parse(words, Self.syntax)
        do throws(UsageError) {
            try self.init(arguments)
        } catch {
            throw error.of(Self.syntax)
        }
    }

    private init(_ arguments: ParsedArguments) throws(UsageError) {
        guard let first = arguments.operands.first, !first.isEmpty else {
            throw UsageError("needs a NAME for the app")
        }
        guard arguments.operands.count == 1 else {
            throw UsageError("takes one NAME, but got \"\(arguments.operands[1])\" too")
        }
        name = first
        label = try arguments.value(of: Self.labelOption, expected: "a text", \.nonEmpty) ?? label
        level = try arguments.choice(Self.levelOption, name: \.description) ?? level
        port = try arguments.value(of: Self.portOption, expected: "a port from 0 to 65535", PortText.port) ?? port
        access = try arguments.choice(Self.accessOption, name: \.rawValue) ?? access
        advertises = !arguments.has(Self.noAdvertise)
        viewers = try arguments.value(of: Self.viewersOption, expected: "a number from 1 to 100000", Self.viewerCount)
        linger = try arguments.seconds(Self.lingerOption) ?? linger
    }
}

extension PublishOptions {
    private static func viewerCount(_ text: String) -> Int? {
        guard text.isDigits, let number = Int(text), (1...100_000).contains(number) else { return nil }
        return number
    }

    /// How many may watch.
    var limits: BroadcastLimits {
        var limits = BroadcastLimits()
        if let viewers {
            limits.viewers = viewers
            limits.perAddress = viewers
            limits.unfinishedHellos = max(limits.unfinishedHellos, viewers)
        }
        return limits
    }
}

extension LogLevel {
    /// All names, for the help.
    static let names = allCases.map(\.description).joined(separator: ", ")
}
