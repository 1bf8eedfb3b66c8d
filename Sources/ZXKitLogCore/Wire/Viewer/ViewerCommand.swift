/// A line from a viewer after its hello.
package enum ViewerCommand: Hashable, Sendable {
    /// A new filter; what the line left out has its default.
    case set(RecordFilter)
    /// Asks for a heartbeat that carries the token.
    case ping(token: String)
    /// Says that the viewer is alive. A line of a later version counts as one too.
    case signOfLife

    /// The longest token of a `ping`, in bytes.
    package static let maximumToken = 64

    /// Reads a line without its line end.
    ///
    /// - Throws: What to answer; the connection and its old filter stay.
    package init(parsing line: String) throws(WireRefusal) {
        let words = line.splitAtSpaces(maxSplits: 1)
        let rest = words.count > 1 ? words[1] : ""
        switch words.first {
        case "set":
            let parameters = rest.isEmpty ? [] : rest.splitAtSpaces()
            self = .set(try LineParameters(parameters[...]).filter())
        case "ping":
            self = .ping(token: String(String(rest).prefix(utf8Bytes: Self.maximumToken)))
        default:
            self = .signOfLife
        }
    }
}
