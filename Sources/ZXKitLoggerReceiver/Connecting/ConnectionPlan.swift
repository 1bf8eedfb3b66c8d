import ZXKitDiscovery
import ZXKitLogCore
import ZXKitLogPOSIX

/// What one iteration of a connection is to do, and with what.
struct ConnectionPlan: Sendable {
    let target: ConnectionTarget
    let options: LogConnection.Options
    let timing: ConnectionTiming
    let discovery: @Sendable () -> any ServiceDiscovery

    /// How many bytes may wait for the consumer.
    var bufferLimit: Int {
        max(options.bufferLimit, 64 << 10)
    }

    /// The heartbeat in whole seconds, 1 to 60, rounded up.
    var heartbeatSeconds: Int {
        let (seconds, attoseconds) = options.heartbeat.components
        let rounded = attoseconds > 0 && seconds < 60 ? seconds + 1 : seconds
        return Int(min(max(rounded, 1), 60))
    }

    /// Why no connection can ever come of this plan; nil if one can.
    var impossibility: ReceiverError? {
        // The longest start there is, so that a later line can't be the first to be too long.
        let longest = helloLine(start: .resume(boot: String(repeating: "0", count: 16), sequence: .max), id: longestID)
        guard longest.utf8.count > WireLimits.viewerLine else { return nil }
        return ReceiverError(
            .invalidOptions, doing: "making the request",
            cause: "with these labels it has \(longest.utf8.count) bytes, above \(WireLimits.viewerLine)")
    }

    private var longestID: String? {
        guard case .service(let service) = target else { return nil }
        return service.applicationID
    }

    /// The line that a connection begins with.
    ///
    /// - Parameters:
    ///   - start: Where the stream is to begin.
    ///   - id: The app that must answer; nil for any.
    /// - Returns: The line, with its line feed.
    func helloLine(start: StreamStart, id: String?) -> String {
        HelloLine(
            encoding: .cbor,
            filter: RecordFilter(level: options.level, labels: options.labels),
            start: start,
            heartbeat: heartbeatSeconds,
            name: WatcherName.fitting(options.name),
            id: id
        ).line
    }
}
