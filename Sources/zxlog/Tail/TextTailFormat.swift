import Glibc
import ZXKitLogCore
import ZXKitLogPOSIX
import ZXKitLogger
import ZXKitLoggerReceiver

/// Items for people: records on standard output, everything else as `-- ... --` on standard error.
struct TextTailFormat: TailFormat {
    private let records: TextFormat
    /// Where the connection is, or tries to be.
    private var address = ""
    /// What was said last about the connection: a long wait is not told again at every try.
    private var lastNotice: String?
    private var isFirstTry = true
    /// What was said of the app's clock.
    private var clockOffset = Duration.zero
    /// Less would not be seen in a list of records.
    private static let smallestOffset = Duration.milliseconds(100)
    /// The app said goodbye and has not been reached since: that nobody listens there is no news.
    private var saidGoodbye = false

    init(usesUTC: Bool, isColored: Bool) {
        records = TextFormat(zone: usesUTC ? .utc : .local, isColored: isColored)
    }

    mutating func append(
        _ item: TailItem, from source: TailSource?, namesSource: Bool, to output: inout [UInt8]
    ) -> StandardStream {
        if case .event(.record(let record)) = item {
            if namesSource, let source {
                TextEscaping.plain.append(source.instance, to: &output)
                output.append(" | ")
            }
            records.append(.record(record), to: &output)
            return .output
        }
        if let notice = notice(of: item, from: source, namesSource: namesSource) {
            TextFormat.appendNotice(notice, to: &output)
        }
        return .error
    }

    private mutating func notice(of item: TailItem, from source: TailSource?, namesSource: Bool) -> String? {
        // Several apps may have one name.
        let name = source.map { namesSource ? $0.instance : $0.name } ?? ""
        switch item {
        case .event(.state(let state)): return notice(of: state, name, namesSource: namesSource)
        case .event(.gap(let gap)): return namesSource ? "\(name): \(gap.summary)" : gap.summary
        case .event(.clock(let clock)): return notice(of: clock, name)
        case .event(.record), .event(.hello), .event(.heartbeat): return nil
        case .gone: return "\(name) is gone; it is followed again when it comes back"
        case .unavailable(let error):
            return "can't look for apps: \(error.sentence); still looking; HOST:PORT works without it"
        case .available: return "looking for apps again"
        case .notFound:
            let what = source.map { "nothing called \($0.name)" } ?? "no app"
            let doubt = source.flatMap { TailTarget.reasonToBeName($0.name) }.map { " (\($0))" } ?? ""
            return "\(what) found yet\(doubt); still looking; try zxlog list, or HOST:PORT"
        }
    }

    /// Says that an app's clock goes wrong, or this machine's, once and when that changes.
    private mutating func notice(of clock: LogConnection.Clock, _ name: String) -> String? {
        let change = clock.offset - clockOffset
        guard change.magnitude >= Self.smallestOffset, change.magnitude > clock.roundTrip else { return nil }
        clockOffset = clock.offset
        let isAhead = clock.offset > .zero
        return
            "the clock of \(name) is \(SecondsText.text(clock.offset.magnitude)) \(isAhead ? "ahead of" : "behind") this one"
    }

    private mutating func notice(of state: LogConnection.State, _ name: String, namesSource: Bool) -> String? {
        switch state {
        case .connecting(let address):
            self.address = address
            defer { isFirstTry = false }
            // Further tries are announced by the wait before them.
            guard isFirstTry else { return nil }
            return "connecting to \(name)" + (name == address ? "" : " at \(address)")
        case .connected(let hello):
            lastNotice = nil
            saidGoodbye = false
            return "connected to \(namesSource ? name : hello.name) at \(address)"
        case .waiting(let reason, let delay):
            return notice(of: reason, retryIn: delay, name)
        case .ended(let reason):
            return "\(name) can't be followed: \(reason.sentence)"
        }
    }

    private mutating func notice(of reason: ReceiverError, retryIn delay: Duration, _ name: String) -> String? {
        if saidGoodbye, reason.isConnectionRefused { return nil }
        saidGoodbye = saidGoodbye || reason.code == .appEnded
        let plan = reason.code == .appEnded ? "trying until it is back" : "trying again in \(SecondsText.text(delay))"
        let notice = "waiting for \(name): \(reason.sentence); \(plan)"
        defer { lastNotice = notice }
        return notice == lastNotice ? nil : notice
    }
}

extension ReceiverError {
    /// Whether the host is there, but nobody listens.
    fileprivate var isConnectionRefused: Bool {
        code == .connectFailed && errorNumber == ECONNREFUSED
    }

    /// What went wrong and what helps, to stand within a line.
    var sentence: String {
        let cause = remedy.map { "\(self.cause); \($0)" } ?? self.cause
        guard let first = cause.first, first.isUppercase, cause.dropFirst().first?.isLowercase == true else {
            return cause
        }
        return first.lowercased() + cause.dropFirst()
    }
}

extension Duration {
    fileprivate var magnitude: Duration { self < .zero ? .zero - self : self }
}
