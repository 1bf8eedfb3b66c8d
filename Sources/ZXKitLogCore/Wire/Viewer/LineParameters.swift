/// The `key=value` words of a viewer's line. A key that this version doesn't know is ignored.
struct LineParameters {
    private static let known: Set<String> = ["level", "label", "from", "heartbeat", "name", "id", "auth"]

    private var values: [String: [String]] = [:]

    init(_ words: ArraySlice<Substring>) throws(WireRefusal) {
        for word in words {
            try add(word)
        }
    }

    private mutating func add(_ word: Substring) throws(WireRefusal) {
        let parts = word.split(separator: "=", maxSplits: 1, omittingEmptySubsequences: false)
        guard parts.count == 2 else {
            throw WireRefusal(.badRequest, "words are key=value with single spaces between them")
        }
        let key = String(parts[0])
        guard Self.known.contains(key) else { return }
        guard key == "label" || values[key] == nil else {
            throw WireRefusal(.badRequest, "the key \(key) stands twice")
        }
        guard let value = PercentEncoding.decode(parts[1]) else {
            throw WireRefusal(.badRequest, "the value of \(key) is not percent-encoded UTF-8")
        }
        values[key, default: []].append(value)
    }

    func value(_ key: String, maximumBytes: Int = .max) throws(WireRefusal) -> String? {
        guard let value = values[key]?.first else { return nil }
        guard value.utf8.count <= maximumBytes else {
            throw WireRefusal(.badRequest, "the value of \(key) is longer than \(maximumBytes) bytes")
        }
        return value
    }

    func filter() throws(WireRefusal) -> RecordFilter {
        var filter = RecordFilter()
        if let value = try value("level") {
            guard let level = LogLevel(value) else { throw .badValue("level", value) }
            filter.level = level
        }
        filter.labels = values["label"] ?? []
        guard !filter.labels.contains("") else { throw .badValue("label", "") }
        return filter
    }

    func heartbeat() throws(WireRefusal) -> Int? {
        guard let value = try value("heartbeat") else { return nil }
        guard let seconds = DecimalText.number(value), (1...60).contains(seconds) else {
            throw .badValue("heartbeat", value)
        }
        return Int(seconds)
    }
}

extension WireRefusal {
    /// The refusal of a value; it is quoted in the percent-encoded form, so that nothing hostile is sent back.
    static func badValue(_ key: String, _ value: String) -> WireRefusal {
        WireRefusal(.badRequest, "'\(PercentEncoding.encode(value))' is no value for \(key)")
    }
}
