/// Colours for a terminal, as ECMA-48 "select graphic rendition" sequences, or none at all.
enum TextColoring {
    case none
    case terminal

    enum Style {
        case faint
        case green
        case cyan
        case yellow
        case red
        case boldRed

        init(_ level: LogLevel) {
            self =
                switch level {
                case .trace, .debug: .faint
                case .info: .green
                case .notice: .cyan
                case .warning: .yellow
                case .error: .red
                case .critical: .boldRed
                }
        }
    }

    /// The most bytes that one style's beginning and end take together.
    static let room = 11

    @inline(__always)
    func begin(_ style: Style, in line: inout LineWriter) {
        guard self == .terminal else { return }
        switch style {
        case .faint: line.append("\u{1B}[2m")
        case .green: line.append("\u{1B}[32m")
        case .cyan: line.append("\u{1B}[36m")
        case .yellow: line.append("\u{1B}[33m")
        case .red: line.append("\u{1B}[31m")
        case .boldRed: line.append("\u{1B}[1;31m")
        }
    }

    @inline(__always)
    func end(in line: inout LineWriter) {
        guard self == .terminal else { return }
        line.append("\u{1B}[0m")
    }
}
