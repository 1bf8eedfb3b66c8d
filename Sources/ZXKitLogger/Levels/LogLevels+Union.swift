internal import ZXKitLogCore

extension LogLevels {
    /// What any of them wants.
    static func union(_ all: [LogLevels]) -> LogLevels {
        let labels = all.reduce(into: Set<BytewiseText>()) { $0.formUnion($1.rules.keys) }
        let rules = labels.map { label in (label, all.map { $0.threshold(of: label.text) }.min() ?? .nothing) }
        return simplified(others: all.map(\.others).min() ?? .nothing, rules)
    }

    /// What any of these filters lets through.
    init(wantedBy filters: [RecordFilter]) {
        var others = LevelThreshold.nothing
        var wanted: [BytewiseText: LevelThreshold] = [:]
        for filter in filters {
            let threshold = LevelThreshold(filter.level)
            if filter.labels.isEmpty { others = min(others, threshold) }
            for label in filter.labels {
                wanted[BytewiseText(label), default: .nothing] = min(wanted[BytewiseText(label)] ?? .nothing, threshold)
            }
        }
        // Of rules the longest decides, of filters the most verbose.
        self = Self.simplified(others: others, Array(wanted)) { own, above in min(own, above) }
    }

    /// Levels without the rules that change nothing, so that equal levels are known as such.
    ///
    /// - Parameters:
    ///   - others: For labels without a rule.
    ///   - rules: Each label once.
    ///   - decide: What holds for a label, of its own rule and what is above it.
    /// - Returns: The levels.
    private static func simplified(
        others: LevelThreshold, _ rules: [(BytewiseText, LevelThreshold)],
        decide: (_ own: LevelThreshold, _ above: LevelThreshold) -> LevelThreshold = { own, _ in own }
    ) -> LogLevels {
        var levels = LogLevels(others: others, rules: [:])
        // What is above a label is shorter than it.
        for (label, own) in rules.sorted(by: { $0.0.text.utf8.count < $1.0.text.utf8.count }) {
            let above = levels.threshold(of: label.text)
            let threshold = decide(own, above)
            if threshold != above { levels.rules[label] = threshold }
        }
        return levels
    }

    /// The levels of a sink that gives nothing below a level away.
    func limited(to mostVerbose: LogLevel) -> LogLevels {
        let limit = LevelThreshold(mostVerbose)
        return LogLevels(others: max(others, limit), rules: rules.mapValues { max($0, limit) })
    }

    /// Whether everything that a filter lets through is wanted, of whatever label.
    func covers(_ filter: RecordFilter) -> Bool {
        let needed = LevelThreshold(filter.level)
        if filter.labels.isEmpty { return others <= needed && rules.values.allSatisfy { $0 <= needed } }
        return filter.labels.allSatisfy { threshold(of: $0) <= needed }
            && rules.allSatisfy { label, threshold in threshold <= needed || !filter.matches(label: label.text) }
    }
}
