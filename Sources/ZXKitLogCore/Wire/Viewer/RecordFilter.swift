/// Which records a reader wants: a lowest level, and labels with everything below them.
package struct RecordFilter: Hashable, Sendable {
    package var level: LogLevel
    /// Empty for all labels. `a` matches `a` and `a.b`, not `ab`.
    package var labels: [String]

    package init(level: LogLevel = .info, labels: [String] = []) {
        self.level = level
        self.labels = labels
    }

    /// Whether records of this level and label are wanted.
    package func matches(level: LogLevel, label: String) -> Bool {
        level >= self.level && matches(label: label)
    }

    /// Whether records of this label are wanted, whatever their level.
    package func matches(label: String) -> Bool {
        labels.isEmpty || labels.contains { Self.covers($0, label) }
    }

    private static func covers(_ ancestor: String, _ label: String) -> Bool {
        let (ancestor, label) = (ancestor.utf8, label.utf8)
        guard label.starts(with: ancestor) else { return false }
        let rest = label.dropFirst(ancestor.count)
        return rest.isEmpty || rest.first == UInt8(ascii: ".")
    }
}
