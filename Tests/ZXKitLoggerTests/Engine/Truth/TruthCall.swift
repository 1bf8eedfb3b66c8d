import ZXKitLogCore

/// Where a call of a random workload stands: which thread makes it, and how many that thread made before.
struct TruthPlace: Hashable {
    var thread: Int
    var counter: Int

    var text: String { "\(thread).\(counter)" }
}

extension TruthPlace {
    /// Reads what `text` wrote.
    init?(_ text: some StringProtocol) {
        let parts = text.split(separator: ".").map { Int($0) }
        guard parts.count == 2, let thread = parts[0], let counter = parts[1] else { return nil }
        self.init(thread: thread, counter: counter)
    }
}

/// What a call logs: a function of the seed and the place alone, so that its record can be checked wherever it comes out.
struct TruthCall {
    /// The longest message that is kept whole, in bytes.
    private static let bound = 1_048_576

    let place: TruthPlace
    let level: LogLevel
    let label: String
    /// Everything of the message behind the place; `nil` for a message without a byte, whose place is in its metadata.
    let payload: String?
    let metadata: LogMetadata
    /// How many records the description of a value in the message logs.
    let nestedCount: Int

    init(at place: TruthPlace, seed: UInt64) {
        let mixed = seed ^ UInt64(place.thread) << 40 ^ UInt64(place.counter) << 8
        var random = SeededGenerator(seed: mixed)
        self.place = place
        level = LogLevel.allCases.randomElement(using: &random) ?? .info
        label = "label.\(Int.random(in: 0..<9, using: &random))"
        payload = Self.payload(using: &random)
        metadata = payload == nil ? ["at": .text(place.text)] : Self.metadata(using: &random)
        nestedCount = Int.random(in: 0..<16, using: &random) < 14 ? 0 : Int.random(in: 1...2, using: &random)
    }

    private static func payload(using random: inout SeededGenerator) -> String? {
        switch Int.random(in: 0..<1_000, using: &random) {
        case 0..<40: nil
        case 40..<800: text(ofLength: 0...200, using: &random)
        case 800..<970: text(ofLength: 200...4_000, using: &random)
        case 970..<998: text(ofLength: 4_000...64_000, using: &random)
        default: text(ofLength: 64_000...3_145_728, using: &random)
        }
    }

    private static func text(ofLength range: ClosedRange<Int>, using random: inout SeededGenerator) -> String {
        let piece = String(
            (0..<13).compactMap { _ in "abcXYZ 019.\"\\\n\t\u{0}\u{1B}é√🙂".randomElement(using: &random) })
        let length = Int.random(in: range, using: &random)
        return String(repeating: piece, count: length / piece.utf8.count)
    }

    /// At most one pair in each map, as JSON says nothing of their order.
    private static func metadata(using random: inout SeededGenerator) -> LogMetadata {
        switch Int.random(in: 0..<6, using: &random) {
        case 0: ["text": .text(text(ofLength: 0...2_000, using: &random))]
        case 1: ["list": ["one", .text(text(ofLength: 0...100, using: &random)), []]]
        case 2: ["map": ["deeper": ["text", ["deepest": "\"\u{7F}"]]]]
        default: [:]
        }
    }

    /// The message as it was logged.
    private var message: String { payload.map { "\(place.text) \($0)" } ?? "" }

    /// Whether a record is what this call must have become.
    func matches(_ record: LogRecord) -> Bool {
        let size = message.utf8.count
        return record.level == level && record.label == label && record.metadata == metadata
            && record.originalSize == (size > Self.bound ? size : nil) && record.message == Self.cut(message)
    }

    private static func cut(_ message: String) -> String {
        guard message.utf8.count > bound else { return message }
        var end = message.utf8.index(message.utf8.startIndex, offsetBy: bound)
        while end.samePosition(in: message.unicodeScalars) == nil {
            end = message.utf8.index(before: end)
        }
        return String(message[..<end])
    }
}

extension TruthPlace {
    /// The call whose record this says it is.
    init?(of record: LogRecord) {
        if record.message.isEmpty, case .text(let place)? = record.metadata["at"] {
            self.init(place)
        } else {
            self.init(record.message.prefix { $0 != " " })
        }
    }
}
