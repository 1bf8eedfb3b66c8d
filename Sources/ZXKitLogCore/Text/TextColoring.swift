/// Colours for a terminal, as ECMA-48 "select graphic rendition" sequences, or none at all.
enum TextColoring {
    case none
    case terminal

    enum Style: String {
        case plain = ""
        case faint = "2"
        case green = "32"
        case cyan = "36"
        case yellow = "33"
        case red = "31"
        case boldRed = "1;31"

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

    func begin(_ style: Style, in output: inout [UInt8]) {
        guard self == .terminal else { return }
        output.append("\u{1B}[\(style.rawValue)m")
    }

    func end(in output: inout [UInt8]) {
        guard self == .terminal else { return }
        output.append("\u{1B}[0m")
    }
}
