internal import ZXKitLogCore
internal import ZXKitLogPOSIX

/// The session of one of the ancestors' viewers, or of somebody with a terminal: it says nothing but `h` now and then, and
/// gets records.
final class AncestorSession: ViewerSession {
    let feed: any RecordFeed
    private var pulse = AncestorPulse()
    private var pace: AncestorPace?
    private var hasSpoken = false
    /// Whether nobody has asked for anything yet.
    private let isAnonymous: Bool

    /// - Parameters:
    ///   - feed: What it gets.
    ///   - pace: How its pieces are kept apart, where that is needed.
    ///   - isAnonymous: Whether it hasn't asked for anything.
    private init(_ feed: any RecordFeed, pace: AncestorPace?, isAnonymous: Bool) {
        self.feed = feed
        self.pace = pace
        self.isAnonymous = isAnonymous
    }

    /// The session of a viewer that takes each read for one record.
    static func ofRecords(_ feed: AncestorFeed) -> AncestorSession {
        AncestorSession(feed, pace: AncestorPace(), isAnonymous: false)
    }

    /// The session of a viewer that hasn't said what it wants, and gets lines.
    static func ofLines(_ stream: ViewerStream) -> AncestorSession {
        AncestorSession(stream, pace: nil, isAnonymous: true)
    }

    var hasAnswers: Bool { false }
    var isSilent: Bool { pulse.isSilent }
    var isUndecided: Bool { isAnonymous && !hasSpoken }
    var pause: Moment? { pace?.end }

    func nextTimer(isOutputEmpty: Bool) -> Moment? {
        pulse.silenceEnd
    }

    func hear() {
        pulse.hear()
    }

    func speak() {
        hasSpoken = true
        pace?.begin()
    }

    func obey(_ input: inout ViewerInput, answeringTo output: inout [UInt8]) throws(WireRefusal) {
        for byte in input.bytes where !AncestorPulse.isSign(byte) {
            throw WireRefusal(.badRequest, "a viewer that said no hello can say nothing but h")
        }
        pulse.note(signs: input.bytes)
        input.removeAll()
    }

    func prepare(_ output: inout ViewerOutput, for socket: borrowing Socket) throws(SystemCallError) {
        guard try pace?.mayGoOn(on: socket) ?? true else { return }
        feed.fill(&output)
    }
}
