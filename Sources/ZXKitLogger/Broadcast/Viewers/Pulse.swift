/// The signs of life of one connection: when the app owes one, and when the viewer is taken for dead.
struct Pulse {
    private var interval: Duration?
    private var lastHeard = Moment.now
    private var lastSpoken = Moment.now

    /// Begins heartbeats every so many seconds; never for `nil`.
    mutating func start(every seconds: Int?) {
        interval = seconds.map { .seconds($0) }
        hear()
        speak()
    }

    /// The viewer has sent something.
    mutating func hear() {
        lastHeard = .now
    }

    /// The kernel took something for the viewer.
    mutating func speak() {
        lastSpoken = .now
    }

    /// Whether the app has sent nothing for an interval.
    var isHeartbeatDue: Bool {
        guard let interval else { return false }
        return (lastSpoken + interval).hasPassed
    }

    /// Whether the viewer has been silent for three intervals and a second.
    var isSilent: Bool { silenceEnd?.hasPassed ?? false }

    private var silenceEnd: Moment? {
        interval.map { lastHeard + ($0 * 3 + .seconds(1)) }
    }

    /// When one of both comes next. While output waits for the viewer, it is the sign of life that is under way.
    func nextTimer(isOutputEmpty: Bool) -> Moment? {
        guard let interval, let silenceEnd else { return nil }
        return isOutputEmpty ? min(lastSpoken + interval, silenceEnd) : silenceEnd
    }
}
