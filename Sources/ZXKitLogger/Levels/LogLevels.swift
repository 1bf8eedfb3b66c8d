public import ZXKitLogCore

/// Which levels are wanted of which labels: a level for all labels, and rules for some.
///
/// A rule is for its label and everything below it: one for `checkout` holds for `checkout` and `checkout.db`, not for
/// `checkouts`. Where several hold, the longest decides.
///
/// ```swift
/// LogLevels(.info, ["checkout.db": .debug, "metrics": nil])
/// try LogLevels("info,checkout.db=debug,metrics=off")
/// ```
///
/// The library reads no environment variables. A program that lets its environment decide does so by itself:
///
/// ```swift
/// let levels = try LogLevels(ProcessInfo.processInfo.environment["LOG_LEVEL"] ?? "info")
/// let system = try LogSystem(sinks: [ConsoleSink(levels: levels)])
/// ```
public struct LogLevels: Hashable, Sendable {
    /// For labels that no rule holds for.
    let others: LevelThreshold
    /// By label.
    var rules: [BytewiseText: LevelThreshold]

    init(others: LevelThreshold, rules: [BytewiseText: LevelThreshold]) {
        self.others = others
        self.rules = rules
    }

    /// Makes levels of a default and rules.
    ///
    /// - Parameters:
    ///   - level: The lowest level that is wanted of labels without a rule; `nil` for nothing of them.
    ///   - rules: The lowest level that is wanted of each label and everything below it; `nil` for nothing.
    public init(_ level: LogLevel?, _ rules: [String: LogLevel?] = [:]) {
        let pairs = rules.map { (BytewiseText($0.key), LevelThreshold($0.value)) }
        self.init(others: LevelThreshold(level), rules: Dictionary(pairs) { first, _ in first })
    }

    /// Nothing is wanted, of no label.
    public static let off = LogLevels(nil)

    /// The lowest level that is wanted of a label, or `nil` where nothing is.
    public func level(of label: String) -> LogLevel? {
        threshold(of: label).level
    }

    /// The same as a number to compare with. The label is looked up, then what it is below of, from the nearest on: so
    /// many rules cost no more than few.
    func threshold(of label: String) -> LevelThreshold {
        guard !rules.isEmpty else { return others }
        if let own = rules[BytewiseText(label)] { return own }
        var ancestor = label.utf8[...]
        while let dot = ancestor.lastIndex(of: UInt8(ascii: ".")) {
            ancestor = ancestor[..<dot]
            if let threshold = rules[BytewiseText(String(Substring(ancestor)))] { return threshold }
        }
        return others
    }

    /// The lowest level that is wanted of any label.
    var lowest: LevelThreshold { min(others, rules.values.min() ?? .nothing) }
}
