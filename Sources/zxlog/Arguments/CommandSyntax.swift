/// What a command understands: all that its parser and its help need to know.
struct CommandSyntax: Sendable {
    /// Its name, for example `tail`.
    let name: String
    /// What it does, in one line.
    let summary: String
    /// What its operands are called in the usage line; empty if it has none.
    let operands: String
    /// What people have to know beyond the options.
    let details: String
    /// Its own options, in the order of the help.
    let ownOptions: [CommandOption]

    /// Its own options and those that every command has.
    var options: [CommandOption] {
        ownOptions + [.showsHelp]
    }

    /// How it is called, for example `zxlog tail`.
    var invocation: String {
        "zxlog \(name)"
    }
}
