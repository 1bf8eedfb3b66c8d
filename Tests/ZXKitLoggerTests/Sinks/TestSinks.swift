import Synchronization
import ZXKitLogger

/// A sink whose trouble is told by a closure, asked before each batch with the number of attempts so far.
final class TroubledSink: LogSink {
    struct Trouble: Error, CustomStringConvertible {
        let description: String
    }

    let name: String
    private let trouble: @Sendable (_ attempt: Int) -> String?
    private let state = Mutex(State())

    private struct State {
        var attempts: [ContinuousClock.Instant] = []
        var items: [LogItem] = []
    }

    init(name: String = "troubled", trouble: @escaping @Sendable (_ attempt: Int) -> String?) {
        self.name = name
        self.trouble = trouble
    }

    /// When it was tried.
    var attempts: [ContinuousClock.Instant] { state.withLock { $0.attempts } }
    /// What it took.
    var items: [LogItem] { state.withLock { $0.items } }

    func open() -> LogDelivery {
        .batches { [self] batch in
            let attempt = state.withLock { state in
                defer { state.attempts.append(.now) }
                return state.attempts.count
            }
            if let text = trouble(attempt) {
                throw Trouble(description: text)
            }
            state.withLock { $0.items += batch }
        }
    }
}

/// A sink that logs a record of its own for each one it gets.
final class EchoingSink: LogSink {
    let name: String
    private let state = Mutex<(log: ZXLogger?, records: [LogRecord])>((nil, []))

    init(name: String = "echo") {
        self.name = name
    }

    var records: [LogRecord] { state.withLock { $0.records } }

    func echo(with log: ZXLogger) {
        state.withLock { $0.log = log }
    }

    func open() -> LogDelivery {
        .batches { [self] batch in
            for case .record(let record) in batch {
                state.withLock { $0.records.append(record) }
                state.withLock { $0.log }?.info("echo of \(record.message)")
            }
        }
    }
}

extension [LogItem] {
    var records: [LogRecord] {
        compactMap { if case .record(let record) = $0 { record } else { nil } }
    }

    var gaps: [LogGap] {
        compactMap { if case .gap(let gap) = $0 { gap } else { nil } }
    }

    /// Whether the records and the gaps are in their order, without overlap, every number of a range.
    func isWhole(_ range: ClosedRange<UInt64>) -> Bool {
        var expected = range.lowerBound
        for item in self {
            switch item {
            case .record(let record):
                guard record.sequence == expected else { return false }
                expected += 1
            case .gap(let gap):
                guard let missing = gap.range, missing.lowerBound == expected else { return false }
                expected = missing.upperBound + 1
            }
        }
        return expected == range.upperBound + 1
    }
}
