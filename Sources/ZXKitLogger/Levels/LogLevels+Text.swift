internal import ZXKitLogCore

extension LogLevels {
    /// Reads levels as people write them: `info,checkout.db=debug`.
    ///
    /// The parts stand between commas, in any order: at most one level alone, for all labels without a rule, and any number
    /// of rules `label=level`. Without a level alone it is `info`. A level is one of `trace`, `debug`, `info`, `notice`,
    /// `warning`, `error`, `critical`, in capitals or not, or `off` for nothing. Spaces around words are ignored.
    ///
    /// - Parameter text: The text, for example what the environment variable `LOG_LEVEL` holds.
    /// - Throws: `invalidLevels`, with the part that can't be read and what could stand there.
    public init(_ text: String) throws(LogError) {
        var others: LevelThreshold?
        var rules: [BytewiseText: LevelThreshold] = [:]
        for part in text.utf8.split(separator: UInt8(ascii: ","), omittingEmptySubsequences: false) {
            let part = part.trimmed
            guard let sign = part.lastIndex(of: UInt8(ascii: "=")) else {
                guard others == nil else { throw .invalid(part, "a level for all other labels stands there already") }
                others = try Self.threshold(part, in: part)
                continue
            }
            let label = BytewiseText(part[..<sign].trimmed.text)
            guard !label.text.isEmpty else { throw .invalid(part, "a label must stand before '='") }
            guard rules[label] == nil else { throw .invalid(part, "the label has a rule already") }
            rules[label] = try Self.threshold(part[part.index(after: sign)...].trimmed, in: part)
        }
        self.init(others: others ?? LevelThreshold(.info), rules: rules)
    }

    private static let wordForNothing = "off"

    private static func threshold(_ word: TextPart, in part: TextPart) throws(LogError) -> LevelThreshold {
        let name = word.text.lowercased()
        if name == wordForNothing { return .nothing }
        guard let level = LogLevel(name) else {
            let names = LogLevel.allCases.map(\.description) + [wordForNothing]
            throw .invalid(part, "'\(word.text)' is no level; the levels are \(names.joined(separator: ", "))")
        }
        return LevelThreshold(level)
    }
}

extension LogLevels: CustomStringConvertible {
    /// The levels as `init(_:)` reads them, the rules in the order of their labels.
    public var description: String {
        let sorted = rules.map { ($0.key.text, $0.value) }.sorted { $0.0 < $1.0 }
        return ([others.word] + sorted.map { "\($0.0)=\($0.1.word)" }).joined(separator: ",")
    }
}

extension LevelThreshold {
    fileprivate var word: String { level?.description ?? "off" }
}

private typealias TextPart = Substring.UTF8View

extension TextPart {
    fileprivate var text: String { String(Substring(self)) }

    fileprivate var trimmed: TextPart {
        let blanks: [UInt8] = [UInt8(ascii: " "), UInt8(ascii: "\t"), UInt8(ascii: "\n"), UInt8(ascii: "\r")]
        guard let first = firstIndex(where: { !blanks.contains($0) }),
            let last = lastIndex(where: { !blanks.contains($0) })
        else { return self[startIndex..<startIndex] }
        return self[first...last]
    }
}

extension LogError {
    fileprivate static func invalid(_ part: TextPart, _ reason: String) -> LogError {
        LogError(.invalidLevels, reason: "'\(part.text)' can't be read as levels: \(reason)")
    }
}
