internal import BenchmarkSupport
internal import Glibc
internal import ZXKitLoggerReceiver

/// A viewer of ours that decodes every record.
enum ReceiveRate {
    /// Takes so many records of the app at the port that stands in place of the path.
    static func measure(_ job: Job) throws {
        guard let port = UInt16(job.path) else { throw BenchmarkError("not a port: \(job.path)") }
        let connection = LogConnection(host: "127.0.0.1", port: port, options: .init(start: .now))
        try Blocking.run { try await take(job, from: connection) }
    }

    private static func take(_ job: Job, from connection: LogConnection) async throws {
        var (records, bytes) = (0, 0)
        for await event in connection {
            switch event {
            case .state(.connected): job.report.add("ready", 1)
            case .record(let record):
                records += 1
                bytes += record.message.utf8.count
            case .gap: throw BenchmarkError("there was a gap")
            case .state(.waiting(let reason, _)): throw BenchmarkError("the connection was lost: \(reason)")
            default: break
            }
            if records == job.count { break }
        }
        job.report.add("end", Double(MonotonicClock.now()))
        job.report.add("records", Double(records))
        job.report.add("message_bytes", Double(bytes) / Double(records))
    }
}
