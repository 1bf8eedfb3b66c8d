import ZXKitLogCore
import ZXKitLogger

/// Levels and labels by chance, of few words, so that they often have to do with each other.
enum RandomLevels {
    private static let words = ["a", "b", "ab", "", "é", "e\u{301}"]

    static func level(using random: inout SeededGenerator) -> LogLevel? {
        LogLevel(rawValue: UInt8.random(in: 0...7, using: &random))
    }

    static func label(using random: inout SeededGenerator) -> String {
        let count = Int.random(in: 1...4, using: &random)
        return (0..<count).map { _ in words.randomElement(using: &random) ?? "" }.joined(separator: ".")
    }

    static func rules(using random: inout SeededGenerator) -> [String: LogLevel?] {
        var rules: [String: LogLevel?] = [:]
        for _ in 0..<Int.random(in: 0...6, using: &random) {
            rules.updateValue(level(using: &random), forKey: label(using: &random))
        }
        return rules
    }

    static func levels(using random: inout SeededGenerator) -> LogLevels {
        LogLevels(level(using: &random), rules(using: &random))
    }

    static func filter(using random: inout SeededGenerator) -> RecordFilter {
        let labels = (0..<Int.random(in: 0...2, using: &random)).map { _ in label(using: &random) }
        return RecordFilter(level: level(using: &random) ?? .info, labels: labels.filter { !$0.isEmpty })
    }
}

/// The meaning of levels, as plainly as it can be written down.
struct NaiveLevels {
    var others: LogLevel?
    var rules: [String: LogLevel?]

    func level(of label: String) -> LogLevel? {
        let bytes = Array(label.utf8)
        var longest = -1
        var level = others
        for (rule, ruled) in rules {
            let ruleBytes = Array(rule.utf8)
            guard bytes == ruleBytes || bytes.starts(with: ruleBytes + [UInt8(ascii: ".")]) else { continue }
            guard ruleBytes.count > longest else { continue }
            longest = ruleBytes.count
            level = ruled
        }
        return level
    }
}
