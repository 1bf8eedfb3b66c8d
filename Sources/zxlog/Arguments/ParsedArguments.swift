/// A command's words, sorted into options and operands, before their values are understood.
struct ParsedArguments: Equatable {
    /// The values given to each option, by its name, in order; an empty text for an option that takes none.
    var values: [String: [String]] = [:]
    /// The words that belong to no option.
    var operands: [String] = []

    /// Whether an option was given.
    func has(_ option: CommandOption) -> Bool {
        values[option.name] != nil
    }

    /// All values given to an option.
    func all(_ option: CommandOption) -> [String] {
        values[option.name] ?? []
    }

    /// An option's value, understood; nil where it was not given.
    ///
    /// - Parameters:
    ///   - option: The option.
    ///   - expected: What the value must be, as it follows "must be".
    ///   - convert: Reads the text; nil where it is something else.
    /// - Returns: The value.
    /// - Throws: What is wrong with the text.
    func value<Value>(
        of option: CommandOption, expected: String, _ convert: (String) -> Value?
    ) throws(UsageError) -> Value? {
        guard let text = values[option.name]?.last else { return nil }
        guard let value = convert(text) else {
            throw UsageError("\(option.name) must be \(expected), not \"\(text)\"")
        }
        return value
    }

    /// An option's value out of a few words; nil where it was not given.
    func choice<Choice: CaseIterable>(
        _ option: CommandOption, name: (Choice) -> String
    ) throws(UsageError) -> Choice? {
        let names = Choice.allCases.map(name)
        return try value(of: option, expected: "one of \(names.joined(separator: ", "))") { text in
            Choice.allCases.first { name($0) == text }
        }
    }

    /// An option's value in seconds; nil where it was not given.
    func seconds(_ option: CommandOption) throws(UsageError) -> Duration? {
        try value(of: option, expected: "a number of seconds such as 5 or 0.5", SecondsText.duration)
    }
}
