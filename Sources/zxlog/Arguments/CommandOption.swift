/// One option of a command: how it is written, and what the help says about it.
struct CommandOption: Sendable, Equatable {
    /// How it is written, with its dashes: `--level`.
    let name: String
    /// What the help calls its value; nil for an option that takes none.
    let placeholder: String?
    /// Whether it may be given more than once.
    let isRepeatable: Bool
    /// What it does, for the help: one or more lines.
    let help: String

    static func flag(_ name: String, _ help: String) -> CommandOption {
        CommandOption(name: name, placeholder: nil, isRepeatable: false, help: help)
    }

    static func value(_ name: String, _ placeholder: String, _ help: String) -> CommandOption {
        CommandOption(name: name, placeholder: placeholder, isRepeatable: false, help: help)
    }

    static func list(_ name: String, _ placeholder: String, _ help: String) -> CommandOption {
        CommandOption(name: name, placeholder: placeholder, isRepeatable: true, help: help)
    }

    /// The option that every command has.
    static let showsHelp = CommandOption.flag("--help", "show this text (also -h)")
}
