import ZXKitLogPOSIX

/// Whether lines are coloured.
enum ColorChoice: String, CaseIterable, Sendable {
    /// On a terminal that can, unless the environment says otherwise.
    case auto
    case always
    case never

    /// Decides for standard output.
    func isColored(
        isTerminal: Bool = StandardStream.output.isTerminal,
        environment: (String) -> String? = ProcessFacts.environment
    ) -> Bool {
        switch self {
        case .always: true
        case .never: false
        case .auto: Self.decide(isTerminal: isTerminal, environment: environment)
        }
    }

    /// `NO_COLOR` counts when it is not empty (no-color.org); `FORCE_COLOR` likewise, with 0 for no (force-color.org
    /// and what its users do).
    private static func decide(isTerminal: Bool, environment: (String) -> String?) -> Bool {
        func value(_ name: String) -> String? {
            environment(name).flatMap { $0.isEmpty ? nil : $0 }
        }
        if value("NO_COLOR") != nil { return false }
        if let forced = value("FORCE_COLOR") { return forced != "0" && forced != "false" }
        return isTerminal && value("TERM") != "dumb"
    }
}
