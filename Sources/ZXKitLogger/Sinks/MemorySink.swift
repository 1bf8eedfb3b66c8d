public import ZXKitLogCore
internal import ZXKitLogPOSIX

/// Keeps records in memory, for tests of what an app logs.
///
/// ```swift
/// let memory = MemorySink()
/// let system = try LogSystem(sinks: [memory])
/// system.logger("shop").info("order 7 accepted")
/// await system.flush()
/// #expect(memory.records.map(\.message) == ["order 7 accepted"])
/// ```
///
/// What it keeps is bounded: beyond its limit the oldest are dropped and counted.
public final class MemorySink: LogSink {
    /// The levels that are kept, when the system is made.
    public let levels: LogLevels
    private let byteLimit: Int
    private let state = ForkSafeLock(State())

    private struct State {
        var queue = ItemQueue()
        var dropped = 0
    }

    /// Makes a sink that holds nothing yet, and keeps one level, and all above it, of every label.
    ///
    /// - Parameters:
    ///   - level: The lowest level that is kept.
    ///   - byteLimit: The most that is kept, in bytes of the items' JSON form. The default is 16 MiB.
    public convenience init(level: LogLevel = .trace, byteLimit: Int = 16 * 1_024 * 1_024) {
        self.init(levels: LogLevels(level), byteLimit: byteLimit)
    }

    /// Makes a sink that holds nothing yet.
    ///
    /// - Parameters:
    ///   - levels: The levels that are kept.
    ///   - byteLimit: The most that is kept, in bytes of the items' JSON form. The default is 16 MiB.
    public init(levels: LogLevels, byteLimit: Int = 16 * 1_024 * 1_024) {
        self.levels = levels
        self.byteLimit = byteLimit
    }

    /// `memory`
    public var name: String { "memory" }

    /// The records and gaps that it got and holds, in order.
    public var items: [LogItem] { state.withLock { $0.queue.items } }

    /// The records that it got and holds, in order.
    public var records: [LogRecord] {
        items.compactMap { if case .record(let record) = $0 { record } else { nil } }
    }

    /// The gaps that it was told and holds, in order.
    public var gaps: [LogGap] {
        items.compactMap { if case .gap(let gap) = $0 { gap } else { nil } }
    }

    /// How many items were dropped because of the limit.
    public var droppedCount: Int { state.withLock { $0.dropped } }

    /// Forgets what it holds.
    public func removeAll() {
        state.withLock { $0.queue = ItemQueue() }
    }

    /// Nothing is opened.
    public func open() -> LogDelivery {
        .batches { [self] batch in
            ForkGate.working {
                for item in batch {
                    keep(item)
                    // JSON takes its time, and forks wait for it.
                    ForkGate.pause()
                }
            }
        }
    }

    private func keep(_ item: LogItem) {
        let size = Self.size(of: item)
        state.withLock { state in
            state.queue.append(item, size: size)
            state.dropped += state.queue.dropOldest(toFit: byteLimit)
        }
    }

    private static func size(of item: LogItem) -> Int {
        var bytes: [UInt8] = []
        JSONLinesFormat().append(item, to: &bytes)
        return bytes.count
    }
}
