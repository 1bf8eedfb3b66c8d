import ZXKitLogPOSIX
import ZXKitLoggerReceiver

/// What a word of `zxlog tail` names.
enum TailTarget: Hashable, Sendable {
    /// Every app that is advertised under this name.
    case name(String)
    /// One place, reached without discovery.
    case address(host: String, port: UInt16)
    /// The Unix-domain socket of an app of this machine.
    case path(String)

    private static let pathScheme = "unix:"

    /// Reads NAME, HOST:PORT or unix:PATH; an IPv6 address stands in brackets, so that its end is never in doubt.
    static func parse(_ word: String) throws(UsageError) -> TailTarget {
        guard !word.isEmpty else { throw UsageError("a name can't be empty") }
        if word.hasPrefix(pathScheme) {
            return try local(String(word.dropFirst(pathScheme.count)))
        }
        if word.hasPrefix("[") {
            return try bracketed(word)
        }
        if let address = IPAddress.parse(word) {
            let shown = address.isV6 ? "[\(word)]" : word
            throw UsageError("\(word) needs a port: \(shown):PORT")
        }
        guard let colon = word.lastIndex(of: ":"), colon > word.startIndex else { return .name(word) }
        let port = word[word.index(after: colon)...]
        // Names may have colons too: only digits after the last one make it an address.
        guard !port.isEmpty, port.isDigits else { return .name(word) }
        return .address(host: try host(String(word[..<colon]), of: word), port: try self.port(port, of: word))
    }

    /// Whether an app is one that this names.
    func matches(_ service: LogService) -> Bool {
        guard case .name(let name) = self else { return false }
        return name == service.name || name == service.instanceName
    }

    /// Why a name that looks like an address was not taken for one; nil where it does not look so.
    static func reasonToBeName(_ name: String) -> String? {
        let parts = name.split(separator: ":", omittingEmptySubsequences: false)
        guard parts.count == 2, !parts[0].isEmpty, !parts[1].isEmpty, !parts[1].isDigits else { return nil }
        return "\(name) is taken as a name, since \(parts[1]) is no port"
    }

    private static func local(_ path: String) throws(UsageError) -> TailTarget {
        guard SocketPath(path) != nil else {
            throw UsageError("unix: needs a path of 1 to \(SocketPath.longest) bytes")
        }
        return .path(path)
    }

    private static func bracketed(_ word: String) throws(UsageError) -> TailTarget {
        guard let close = word.lastIndex(of: "]") else { throw UsageError("\(word) lacks its closing bracket") }
        let host = String(word[word.index(after: word.startIndex)..<close])
        guard let address = IPAddress.parse(host), address.isV6 else {
            throw UsageError("\(word) has no IPv6 address between its brackets")
        }
        let rest = word[word.index(after: close)...]
        guard rest.hasPrefix(":") else { throw UsageError("\(word) needs a port: [\(host)]:PORT") }
        return .address(host: host, port: try port(rest.dropFirst(), of: word))
    }

    private static func host(_ host: String, of word: String) throws(UsageError) -> String {
        guard !host.contains(":") else {
            throw UsageError("\(word) is unclear: write an IPv6 address as [ADDRESS]:PORT")
        }
        return host
    }

    private static func port(_ digits: Substring, of word: String) throws(UsageError) -> UInt16 {
        guard let port = PortText.port(digits), port > 0 else {
            throw UsageError("\(word) must have a port from 1 to 65535")
        }
        return port
    }
}

extension TailTarget: CustomStringConvertible {
    /// As people write it.
    var description: String {
        switch self {
        case .name(let name): name
        case .path(let path): Self.pathScheme + path
        case .address(let host, let port): host.contains(":") ? "[\(host)]:\(port)" : "\(host):\(port)"
        }
    }
}
