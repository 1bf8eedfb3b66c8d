internal import ZXKitLogPOSIX

/// Keeps pieces apart for a viewer that takes one read for one record: the next is sent when the last has been acknowledged by
/// the viewer's kernel, and a little time has passed in which the viewer could read it.
struct AncestorPace {
    /// Before when nothing may be sent.
    private(set) var end = Moment.now
    private var backOff = AncestorPace.makeBackOff()

    private static let readingTime: Duration = .milliseconds(3)

    /// The kernel tells nobody when something is acknowledged, so it is asked again and again, less often the longer that takes.
    private static func makeBackOff() -> BackOff { BackOff(first: readingTime, limit: .milliseconds(200)) }

    /// Takes note that a piece is on its way.
    mutating func begin() {
        end = .after(Self.readingTime)
        backOff = Self.makeBackOff()
    }

    /// Whether the next piece may be sent; if not, it is asked again at `end`.
    mutating func mayGoOn(on socket: borrowing Socket) throws(SystemCallError) -> Bool {
        guard end.hasPassed else { return false }
        guard try socket.unacknowledgedBytes() > 0 else { return true }
        end = .after(backOff.delay())
        return false
    }
}
