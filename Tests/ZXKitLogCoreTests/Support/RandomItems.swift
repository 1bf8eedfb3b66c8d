import ZXKitLogCore

/// Items with random contents, from a seed.
struct RandomItems {
    var generator: SeededGenerator

    mutating func item() -> WireItem {
        switch Int.random(in: 0..<8, using: &generator) {
        case 0: .hello(hello())
        case 1: .gap(gap())
        case 2: .heartbeat(heartbeat())
        case 3: .bye(reason: text())
        case 4: .error(WireRefusal(.init(rawValue: text()), text()))
        default: .record(record())
        }
    }

    mutating func record() -> LogRecord {
        LogRecord(
            sequence: number(), time: time(), level: level(), label: text(), message: text(),
            metadata: metadata(depth: 0), file: optional { $0.text() }, function: optional { $0.text() },
            line: optional { $0.integer() }, thread: optional { $0.integer() },
            originalSize: optional { $0.integer() })
    }

    private mutating func hello() -> LogHello {
        LogHello(
            version: integer(), id: text(), boot: text(), name: text(), host: text(), processID: integer(),
            time: time(), monotonic: number(), oldest: number(), next: number(), start: number(), level: level(),
            labels: (0..<Int.random(in: 0..<4, using: &generator)).map { _ in text() }, maxFrame: WireLimits.frame)
    }

    private mutating func gap() -> LogGap {
        let (one, other) = (number(), number())
        let range = max(min(one, other), 1)...max(one, other, 1)
        return switch Int.random(in: 0..<3, using: &generator) {
        case 0: LogGap(range, reason: .overrun, time: time())
        case 1: LogGap(range: range, count: nil, reason: .level, time: time())
        default: LogGap(range: nil, count: optional { $0.number() }, reason: .restarted, time: time())
        }
    }

    private mutating func heartbeat() -> LogHeartbeat {
        LogHeartbeat(
            time: time(), monotonic: number(), next: number(), done: number(), sent: number(),
            token: optional { $0.text() })
    }

    private mutating func metadata(depth: Int) -> LogMetadata {
        var metadata = LogMetadata()
        for _ in 0..<Int.random(in: 0..<4, using: &generator) {
            metadata[text()] = value(depth: depth)
        }
        return metadata
    }

    private mutating func value(depth: Int) -> LogMetadata.Value {
        switch depth < 5 ? Int.random(in: 0..<4, using: &generator) : 0 {
        case 1: .array((0..<Int.random(in: 0..<4, using: &generator)).map { _ in value(depth: depth + 1) })
        case 2: .map(metadata(depth: depth + 1))
        default: .text(text())
        }
    }

    private mutating func text() -> String {
        let alphabet: [Unicode.Scalar] = [
            "a", "Z", "\"", "\\", "\0", "\n", "\u{1B}", "é", "\u{301}", "空", "🛰", "\u{202E}",
        ]
        var text = String.UnicodeScalarView()
        for _ in 0..<Int.random(in: 0...30, using: &generator) {
            text.append(alphabet.randomElement(using: &generator) ?? "a")
        }
        return String(text)
    }

    /// Small and large numbers alike, so that each of the five forms of a head is met.
    private mutating func number() -> UInt64 {
        generator.next() >> UInt64.random(in: 0...63, using: &generator)
    }

    private mutating func integer() -> Int {
        Int(truncatingIfNeeded: generator.next()) >> Int.random(in: 0...63, using: &generator)
    }

    private mutating func time() -> LogTime {
        LogTime(nanosecondsSince1970: Int64(integer()))
    }

    private mutating func level() -> LogLevel {
        LogLevel.allCases.randomElement(using: &generator) ?? .info
    }

    private mutating func optional<Value>(_ make: (inout RandomItems) -> Value) -> Value? {
        Bool.random(using: &generator) ? make(&self) : nil
    }
}
