import ZXKitLogCore
import ZXKitLogPOSIX

/// An app of the protocol's ancestors, over all connections of one iteration: what is asked of it, and what of its records the
/// consumer has.
///
/// It tells no numbers, no boot and no gaps, so none are pretended: a record's sequence is 0, and a hello's version. At each
/// connection it sends its past again.
final class AncestorApp {
    /// How often it is given a sign of life, in nanoseconds.
    static let signInterval = Duration.seconds(5).saturatedNanoseconds

    private let service: LogService
    private let options: LogConnection.Options
    /// The records of earlier connections.
    private var known: Set<Int> = []
    /// Those, and behind them those of this connection, the oldest first.
    private var order: [Int] = []

    /// How many records are remembered. Their past is that of a day.
    private static let memory = 100_000

    /// Nil for an app that speaks the protocol.
    init?(_ target: ConnectionTarget, options: LogConnection.Options) {
        guard case .service(let service) = target, service.protocolVersion == nil else { return nil }
        self.service = service
        self.options = options
    }

    /// What makes it send its past; nothing where only what is to come is wanted.
    var request: [UInt8] {
        guard options.start != .now else { return [] }
        return AncestorText.request(ofNode: service.text["node"] ?? "")
    }

    /// What is known of it.
    var hello: LogHello {
        LogHello(
            version: 0, id: "", boot: "", name: service.name, host: service.hostName, processID: 0,
            time: LogTime(nanosecondsSince1970: SystemClock.wall()), monotonic: 0, oldest: 0, next: 0, start: 0,
            level: options.level, labels: options.labels, maxFrame: 0)
    }

    /// The record as it is handed on, or `nil` if the consumer has it or doesn't want it.
    func wanted(_ record: LogRecord) -> LogRecord? {
        var record = record
        // They have no labels.
        record.label = service.name
        guard
            RecordFilter(level: options.level, labels: options.labels).matches(
                level: record.level, label: record.label),
            remember(record)
        else { return nil }
        return record
    }

    /// Begins a further connection, on which the past comes again.
    func beginConnection() {
        known = Set(order)
    }

    /// - Returns: Whether it wasn't known from an earlier connection. Times have microseconds, so what is the same in all
    ///   parts is the same record then; on one connection nothing comes twice by itself.
    private func remember(_ record: LogRecord) -> Bool {
        guard !known.contains(record.hashValue) else { return false }
        order.append(record.hashValue)
        if order.count > Self.memory {
            order.removeFirst(Self.memory / 2)
        }
        return true
    }
}
