/// What a client asks for, with a line.
enum Request {
    case get(key: String)
    case put(key: String, value: String)
    case delete(key: String)
    case quit

    init(line: [UInt8]) throws(BadRequest) {
        let line = line.last == UInt8(ascii: "\r") ? line.dropLast() : line[...]
        guard let text = String(validating: line, as: UTF8.self) else { throw BadRequest(reason: "not UTF-8") }
        let words = text.split(separator: " ", maxSplits: 2, omittingEmptySubsequences: false).map(String.init)
        switch (words[0], words.count) {
        case ("GET", 2): self = .get(key: words[1])
        case ("PUT", 3): self = .put(key: words[1], value: words[2])
        case ("DEL", 2): self = .delete(key: words[1])
        case ("QUIT", 1): self = .quit
        case ("GET", _), ("PUT", _), ("DEL", _), ("QUIT", _): throw BadRequest(reason: "wrong number of words")
        default: throw BadRequest(reason: "unknown command")
        }
    }

    var command: String {
        switch self {
        case .get: "GET"
        case .put: "PUT"
        case .delete: "DEL"
        case .quit: "QUIT"
        }
    }
}

/// A line that is no request.
struct BadRequest: Error {
    let reason: String
}
