import Glibc
import ZXKitLogger

/// Serves one client, on a thread of its own, and logs what it does.
struct Client {
    static let lineLimit = 4_096
    private static let slow = Duration.milliseconds(100)

    /// What stands in each record about the client.
    private let identity: LogFields.Value
    private let connection: Connection
    private let store: Store
    private let log: ZXLogger
    private var lineCount = 0
    private var refusedCount = 0

    init(number: Int, connection: Connection, store: Store, log: ZXLogger) {
        identity = ["number": "\(number)", "address": "\(connection.peer)"]
        self.connection = connection
        self.store = store
        self.log = log
    }

    mutating func serve() {
        log.info("client came", metadata: ["client": identity])
        let start = ContinuousClock.now
        do throws(SystemError) {
            try answerLines()
        } catch {
            report(error)
        }
        log.info(
            "client left",
            metadata: [
                "client": identity, "after": "\(ContinuousClock.now - start)",
                "lines": ["all": "\(lineCount)", "refused": "\(refusedCount)"],
            ])
    }

    private mutating func answerLines() throws(SystemError) {
        var lines = LineReader(connection, limit: Self.lineLimit)
        while let line = try lines.next() {
            lineCount += 1
            switch line {
            case .complete(let bytes):
                guard try answer(bytes) else { return }
            case .oversize(let byteCount):
                log.notice("line too long", metadata: ["client": identity, "bytes": "\(byteCount)"])
                try refuse("line too long")
            case .unfinished(let byteCount):
                log.notice("line left unfinished", metadata: ["client": identity, "bytes": "\(byteCount)"])
            }
        }
    }

    /// Returns whether the client may go on.
    private mutating func answer(_ line: [UInt8]) throws(SystemError) -> Bool {
        let start = ContinuousClock.now
        let request: Request
        do throws(BadRequest) {
            request = try Request(line: line)
        } catch {
            // The line stays out of the log: it may be a piece of a value.
            log.warning("bad request", metadata: ["client": identity, "reason": "\(error.reason)"])
            try refuse(error.reason)
            return true
        }
        try perform(request)
        let duration = ContinuousClock.now - start
        log.log(
            duration < Self.slow ? .debug : .notice, "\(request.command) answered",
            metadata: ["client": identity, "after": "\(duration)"])
        if case .quit = request { return false }
        return true
    }

    private mutating func perform(_ request: Request) throws(SystemError) {
        switch request {
        case .get(let key): try send(store.value(of: key).map { "VALUE \($0)" } ?? "NONE")
        case .put(let key, let value): try store.put(value, for: key) ? send("OK") : refuse("store full")
        case .delete(let key): try send(store.remove(key) ? "OK" : "NONE")
        case .quit: try send("OK")
        }
    }

    private mutating func refuse(_ reason: String) throws(SystemError) {
        refusedCount += 1
        try send("ERROR \(reason)")
    }

    private func send(_ answer: String) throws(SystemError) {
        try connection.send("\(answer)\n")
    }

    /// Clients that vanish or fall asleep are everyday life; anything else is not.
    private func report(_ error: SystemError) {
        let isEveryday = [EAGAIN, ECONNRESET, EPIPE].contains(error.code)
        log.log(
            isEveryday ? .notice : .error, "connection lost", metadata: ["client": identity, "error": "\(error)"])
    }
}
