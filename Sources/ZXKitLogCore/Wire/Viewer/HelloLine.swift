/// The first line of a viewer: `ZXLOG/1 <encoding> [key=value]...`, which says what it wants to see.
package struct HelloLine: Hashable, Sendable {
    package var encoding: WireEncoding
    package var filter: RecordFilter
    package var start: StreamStart
    /// In seconds, 1 to 60: how often each side gives a sign of life; `nil` for none.
    package var heartbeat: Int?
    /// Who is watching, at most 64 bytes.
    package var name: String?
    /// The app that the viewer means.
    package var id: String?
    /// For a passcode to come.
    package var auth: String?

    package init(
        encoding: WireEncoding, filter: RecordFilter = RecordFilter(), start: StreamStart = .oldest,
        heartbeat: Int? = nil, name: String? = nil, id: String? = nil, auth: String? = nil
    ) {
        self.encoding = encoding
        self.filter = filter
        self.start = start
        self.heartbeat = heartbeat
        self.name = name
        self.id = id
        self.auth = auth
    }

    /// The name that every version of the protocol begins its first line with.
    package static let protocolName = "ZXLOG/"

    /// The longest `name`, in bytes.
    package static let maximumName = 64
}

// MARK: - Reading

extension HelloLine {
    /// Reads a line without its line end.
    ///
    /// - Throws: What to answer the viewer.
    package init(parsing line: String) throws(WireRefusal) {
        guard line.utf8.allSatisfy({ (0x20...0x7E).contains($0) }) else {
            throw WireRefusal(.badRequest, "the line has other characters than those of ASCII text")
        }
        var words = line.splitAtSpaces()[...]
        try Self.checkVersion(words.popFirst())
        self.init(encoding: try Self.encoding(words.popFirst()))
        let parameters = try LineParameters(words)
        filter = try parameters.filter()
        if let value = try parameters.value("from") {
            guard let start = StreamStart(value) else { throw .badValue("from", value) }
            self.start = start
        }
        heartbeat = try parameters.heartbeat()
        name = try parameters.value("name", maximumBytes: Self.maximumName)
        id = try parameters.value("id")
        auth = try parameters.value("auth")
    }

    private static func checkVersion(_ word: Substring?) throws(WireRefusal) {
        guard let word, word.hasPrefix(protocolName),
            let version = DecimalText.number(word.dropFirst(protocolName.count))
        else { throw WireRefusal(.badRequest, "a line like 'ZXLOG/1 cbor' was expected") }
        guard version == 1 else {
            throw WireRefusal(.unsupportedVersion, "this app speaks version 1, not \(version)")
        }
    }

    private static func encoding(_ word: Substring?) throws(WireRefusal) -> WireEncoding {
        guard let word, !word.isEmpty else { throw WireRefusal(.badRequest, "the line names no encoding") }
        guard let encoding = WireEncoding(rawValue: String(word)) else {
            throw WireRefusal(.unsupportedEncoding, "the encodings are cbor, json and text")
        }
        return encoding
    }
}

// MARK: - Writing

extension HelloLine {
    /// The line, with its line feed.
    package var line: String {
        var words = ["\(Self.protocolName)1", encoding.rawValue]
        words += filter.words
        words.append("from=\(start)")
        if let heartbeat { words.append("heartbeat=\(heartbeat)") }
        if let name { words.append("name=" + PercentEncoding.encode(name)) }
        if let id { words.append("id=" + PercentEncoding.encode(id)) }
        if let auth { words.append("auth=" + PercentEncoding.encode(auth)) }
        return words.joined(separator: " ") + "\n"
    }
}

extension RecordFilter {
    /// The filter as words of a hello or `set` line.
    fileprivate var words: [String] {
        ["level=\(level)"] + labels.map { "label=" + PercentEncoding.encode($0) }
    }
}
