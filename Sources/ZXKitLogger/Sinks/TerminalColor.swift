package import ZXKitLogPOSIX

/// Whether escape sequences are welcome.
package enum TerminalColor {
    /// Decides for a stream: `NO_COLOR` says no (no-color.org), then `FORCE_COLOR` yes; else it takes a terminal that
    /// isn't dumb. A variable that is set to nothing doesn't count.
    package static func isWanted(for stream: StandardStream) -> Bool {
        if isSet("NO_COLOR") { return false }
        if isSet("FORCE_COLOR") { return true }
        return stream.isTerminal && ProcessFacts.environment("TERM") != "dumb"
    }

    private static func isSet(_ name: String) -> Bool {
        ProcessFacts.environment(name)?.isEmpty == false
    }
}
