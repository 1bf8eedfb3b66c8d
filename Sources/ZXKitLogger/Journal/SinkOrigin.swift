internal import CZXKitSupport

/// The sink on whose own thread something is logged, so that it isn't given to that sink: a sink that logs about its own
/// trouble would never come to rest.
struct SinkOrigin: Equatable {
    /// 1 for a system's first sink, and so on; 0 for every other thread, those of other systems' sinks too.
    var number: UInt8

    /// Any thread but a sink's.
    static let none = SinkOrigin(number: 0)

    /// The bits of a thread's word that hold the sink's number; those above hold its journal's.
    private static let numberBits: UInt = 8

    /// The sink that reads this journal and that the calling thread belongs to.
    static func current(in journal: JournalNumber) -> SinkOrigin {
        let word = zxkit_sink_origin()
        guard word >> numberBits == journal.value else { return .none }
        return SinkOrigin(number: UInt8(truncatingIfNeeded: word))
    }

    /// Whether the calling thread belongs to a sink, of whatever system.
    static var isOnSinkThread: Bool { zxkit_sink_origin() != 0 }

    /// Makes the calling thread this sink's own.
    func claimThread(in journal: JournalNumber) {
        zxkit_set_sink_origin(journal.value << Self.numberBits | UInt(number))
    }
}
