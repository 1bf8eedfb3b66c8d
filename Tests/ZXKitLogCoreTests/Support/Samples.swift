import ZXKitLogCore

/// Items of every kind, with nulls and extremes.
enum Samples {
    static let hello = LogHello(
        id: "0123456789abcdef", boot: "fedcba9876543210", name: "checkout", host: "web-1", processID: 4_242,
        time: LogTime(nanosecondsSince1970: 1_796_066_528_123_456_789), monotonic: 77, oldest: 3, next: 9, start: 4,
        level: .debug, labels: ["checkout.api", "db"], maxFrame: WireLimits.frame)

    static let record = LogRecord(
        sequence: 7, time: LogTime(nanosecondsSince1970: 1_796_066_528_123_456_789), level: .info,
        label: "checkout.api", message: "order 7 accepted",
        metadata: ["user": "ada", "cart": ["a", "b"], "origin": ["ip": "192.0.2.7"]], file: "Checkout/API.swift",
        function: "accept(_:)", line: 42, thread: 4_243, originalSize: nil)

    static let emptyRecord = LogRecord(
        sequence: 0, time: LogTime(nanosecondsSince1970: 0), level: .trace, label: "", message: "")

    static let extremeRecord = LogRecord(
        sequence: .max, time: LogTime(nanosecondsSince1970: .min), level: .critical, label: "🛰.é",
        message: "👩‍👩‍👧‍👦 e\u{301}\u{0}\n\u{10FFFF}", metadata: ["": "", "空": [[], [:], ["": [:]]]], file: "", function: "🧵",
        line: .max, thread: .min, originalSize: .max)

    static let heartbeat = LogHeartbeat(
        time: LogTime(nanosecondsSince1970: -1), monotonic: .max, next: .max, done: 0, sent: 1, token: "t 🏓")

    static let items: [WireItem] = [
        .hello(hello),
        .hello(
            LogHello(
                version: .max, id: "", boot: "", name: "", host: "", processID: .min,
                time: LogTime(nanosecondsSince1970: .max), monotonic: .max, oldest: .max, next: .max, start: 0,
                level: .trace, labels: [], maxFrame: WireLimits.frame)),
        .record(record),
        .record(emptyRecord),
        .record(extremeRecord),
        .gap(LogGap(1...120, reason: .overrun, time: LogTime(nanosecondsSince1970: 5))),
        .gap(LogGap(1...UInt64.max, reason: .overflow, time: LogTime(nanosecondsSince1970: .max))),
        .gap(LogGap(range: 8...9, count: nil, reason: .level, time: LogTime(nanosecondsSince1970: 0))),
        .gap(LogGap(range: nil, count: nil, reason: .restarted, time: LogTime(nanosecondsSince1970: -5))),
        .gap(LogGap(range: nil, count: 3, reason: .init(rawValue: "to come"), time: LogTime(nanosecondsSince1970: 1))),
        .heartbeat(heartbeat),
        .heartbeat(LogHeartbeat(time: LogTime(nanosecondsSince1970: 0), monotonic: 0, next: 1, done: 1, sent: 0)),
        .bye(reason: "shutdown"),
        .bye(reason: ""),
        .error(WireRefusal(.tooSlow, "it pinned too much")),
        .error(WireRefusal(.init(rawValue: ""), "")),
    ]
}
