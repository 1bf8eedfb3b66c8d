internal import ZXKitLogPOSIX

/// The sink on whose own thread something is logged, so that it isn't given to that sink: a sink that logs about its own
/// trouble would never come to rest.
struct SinkOrigin: Equatable {
    /// 1 for a system's first sink, and so on; 0 for every other thread.
    var number: UInt8

    /// Any thread but a sink's.
    static let none = SinkOrigin(number: 0)

    /// The sink that the calling thread belongs to.
    static var current: SinkOrigin {
        SinkOrigin(number: UInt8(truncatingIfNeeded: ThreadLocalWord.sinkOrigin))
    }

    /// Makes the calling thread this sink's own.
    func claimThread() {
        ThreadLocalWord.sinkOrigin = UInt(number)
    }
}
