internal import ZXKitLogCore
internal import ZXKitLogPOSIX

/// The session of a viewer that said hello: commands, answers, and heartbeats both ways.
final class ProtocolSession: ViewerSession {
    private let stream: ViewerStream
    private var pulse = Pulse()

    /// The most commands that are obeyed before others have their turn.
    private static let commandsPerTurn = 16

    init(_ stream: ViewerStream, heartbeat: Int?) {
        self.stream = stream
        pulse.start(every: heartbeat)
    }

    var feed: any RecordFeed { stream }
    var hasAnswers: Bool { stream.hasPing }
    var isSilent: Bool { pulse.isSilent }
    var isUndecided: Bool { false }
    var pause: Moment? { nil }

    func nextTimer(isOutputEmpty: Bool) -> Moment? {
        pulse.nextTimer(isOutputEmpty: isOutputEmpty)
    }

    func hear() {
        pulse.hear()
    }

    func speak() {
        pulse.speak()
    }

    func obey(_ input: inout ViewerInput, answeringTo output: inout [UInt8]) throws(WireRefusal) {
        for _ in 0..<Self.commandsPerTurn {
            guard let line = input.takeLine() else { break }
            // A line that isn't plain ASCII is unknown, and so a sign of life and no more.
            if let text = ViewerLine.text(line) { obey(text, &output) }
        }
        guard !input.hasTooLongLine else {
            throw WireRefusal(.badRequest, "a line is at most \(WireLimits.viewerLine) bytes")
        }
    }

    private func obey(_ line: String, _ output: inout [UInt8]) {
        do throws(WireRefusal) {
            switch try ViewerCommand(parsing: line) {
            case .set(let filter): stream.change(to: filter, output: &output)
            case .ping(let token): stream.ping(token)
            case .signOfLife: break
            }
        } catch {
            stream.append(.error(error), to: &output)
        }
    }

    func prepare(_ output: inout ViewerOutput, for socket: borrowing Socket) {
        if pulse.isHeartbeatDue {
            stream.appendHeartbeat(to: &output.bytes)
            // Text has no form for it, and then nothing is sent: it counts as given all the same.
            pulse.speak()
        }
        stream.fill(&output)
    }
}
