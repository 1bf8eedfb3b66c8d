import ZXKitLogCore

/// A command line that can't be understood, told in one line: what is wrong, and how to get help.
struct UsageError: Error, Equatable, CustomStringConvertible {
    /// What is wrong.
    let problem: String
    /// The command that was called, for example `zxlog tail`.
    var invocation = "zxlog"

    init(_ problem: String) {
        self.problem = problem
    }

    /// The line, without its end. Words of the command line stand in it escaped, so that it is always one.
    var description: String {
        "\(invocation): \(problem.escaped) (see \(invocation) --help)"
    }

    /// The same error as one of this command.
    func of(_ syntax: CommandSyntax) -> UsageError {
        var error = self
        error.invocation = syntax.invocation
        return error
    }
}

extension String {
    /// The text with its controls made visible, so that it stays on its line and can't drive a terminal.
    var escaped: String {
        var bytes: [UInt8] = []
        TextEscaping.plain.append(self, to: &bytes)
        return String(decoding: bytes, as: UTF8.self)
    }
}
