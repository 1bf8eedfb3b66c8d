import ZXKitLogPOSIX
import ZXKitLogger

/// Whether lines are coloured.
enum ColorChoice: String, CaseIterable, Sendable {
    /// On a terminal that can, unless the environment says otherwise.
    case auto
    case always
    case never

    /// Decides for standard output.
    ///
    /// - Parameter isWantedThere: What terminal and environment say, asked only if it matters.
    /// - Returns: Whether to colour.
    func isColored(isWantedThere: () -> Bool = { TerminalColor.isWanted(for: .output) }) -> Bool {
        switch self {
        case .always: true
        case .never: false
        case .auto: isWantedThere()
        }
    }
}
