import ZXKitLogCore

/// Measures the app's clock as NTP does (RFC 5905 §8): the middle between question and answer, by this machine's clock, is
/// when the app read its own. Of the last few, the one that took the shortest time is the best.
struct ClockWatch {
    /// One reading of both of this machine's clocks, in nanoseconds.
    struct Reading {
        let monotonic: UInt64
        let wall: Int64
    }

    private struct Question {
        let token: String
        let asked: Reading
    }

    /// Older ones are forgotten: somebody may have set a clock, and both drift.
    private static let window = 8

    private var questions: UInt64 = 0
    private var open: Question?
    private var answers: [LogConnection.Clock] = []
    private var best: LogConnection.Clock?

    /// Whether there were too few questions yet for a choice of answers.
    var isBeginning: Bool { questions < UInt64(Self.window / 2) }

    /// The line that asks, and replaces a question that is still open.
    mutating func question(at now: Reading) -> String {
        questions += 1
        let token = "clock \(questions)"
        open = Question(token: token, asked: now)
        return "ping \(token)\n"
    }

    /// Takes a heartbeat that came.
    ///
    /// - Returns: What is known of the clock, if that is new.
    mutating func take(_ heartbeat: LogHeartbeat, at now: Reading) -> LogConnection.Clock? {
        guard let question = open, heartbeat.token == question.token else { return nil }
        open = nil
        answers.append(Self.clock(question.asked, heartbeat.time, now))
        answers = answers.suffix(Self.window)
        let found = answers.min { $0.roundTrip < $1.roundTrip }
        defer { best = found }
        return found == best ? nil : found
    }

    private static func clock(_ asked: Reading, _ answer: LogTime, _ now: Reading) -> LogConnection.Clock {
        // The wall clock may be set meanwhile, so only the beginning is taken from it. Numbers from a stranger may be any.
        let roundTrip = Int64(clamping: now.monotonic - min(asked.monotonic, now.monotonic))
        let middle = asked.wall.addingReportingOverflow(roundTrip / 2).partialValue
        let (offset, overflow) = answer.nanosecondsSince1970.subtractingReportingOverflow(middle)
        return LogConnection.Clock(
            roundTrip: .nanoseconds(roundTrip), offset: .nanoseconds(overflow ? 0 : offset))
    }
}
