import ZXKitLogCore
import ZXKitLogPOSIX
import ZXKitLoggerReceiver

/// Takes a connection's events one by one and keeps them, each in a short form that a test can compare.
struct EventReader: ~Copyable {
    private var iterator: LogConnection.AsyncIterator
    private(set) var story: [String] = []

    init(_ connection: LogConnection) {
        iterator = connection.makeAsyncIterator()
    }

    struct Ended: Error {
        var story: [String]
    }

    /// The next event.
    mutating func next() async throws -> LogConnection.Event {
        guard let event = await iterator.next() else { throw Ended(story: story) }
        story.append(Self.summary(of: event))
        return event
    }

    /// Whether the stream has ended.
    mutating func isAtEnd() async -> Bool {
        await iterator.next() == nil
    }

    /// Reads up to the event with this summary.
    mutating func read(until summary: String) async throws {
        repeat { _ = try await next() } while story.last != summary
    }

    /// Reads up to the next reason to wait.
    mutating func nextTrouble() async throws -> (reason: ReceiverError, delay: Duration) {
        while true {
            if case .state(.waiting(let reason, let delay)) = try await next() { return (reason, delay) }
        }
    }

    /// Records and gaps, in their order.
    var content: [String] {
        story.filter { $0.hasPrefix("record") || $0.hasPrefix("gap") }
    }

    private static func summary(of event: LogConnection.Event) -> String {
        switch event {
        case .record(let record): "record \(record.sequence)"
        case .gap(let gap):
            "gap \(gap.range.map { "\($0.lowerBound)-\($0.upperBound)" } ?? "?") \(gap.reason.rawValue)"
        case .heartbeat(let heartbeat): "heartbeat \(heartbeat.done)"
        case .clock: "clock"
        case .hello(let hello): "hello \(hello.boot)"
        case .state(.connecting): "connecting"
        case .state(.connected(let hello)): "connected \(hello.boot)"
        case .state(.waiting(let reason, _)): "waiting \(reason.code)"
        case .state(.ended(let reason)): "ended \(reason.code)"
        }
    }
}

extension ConnectionTiming {
    /// Tries again at once, so that tests don't wait.
    static var quick: ConnectionTiming {
        var timing = ConnectionTiming()
        timing.firstDelay = .milliseconds(1)
        timing.longestDelay = .milliseconds(20)
        return timing
    }
}

extension LogConnection {
    /// A connection to a fake app that tries again at once.
    static func quick(to app: FakeApp, options: Options = Options()) -> LogConnection {
        LogConnection(.host(app.address.ip.description, port: app.port), options: options, timing: .quick)
    }
}
