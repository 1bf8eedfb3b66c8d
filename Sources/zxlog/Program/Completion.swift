import ZXKitLogPOSIX

/// Where a command says that its work is done; the main thread waits for it in its poll loop.
final class Completion: Sendable {
    private let event: WakeEvent
    private let state = Lock<ExitStatus?>(nil)

    init() throws(SystemCallError) {
        event = try WakeEvent()
    }

    /// Readable when the work is done.
    var descriptor: Int32 { event.descriptor }

    /// The status the command ended with; nil while it works.
    var status: ExitStatus? {
        state.withLock { $0 }
    }

    /// Says that the work is done. The first status counts.
    func finish(_ status: ExitStatus) {
        state.withLock { $0 = $0 ?? status }
        event.signal()
    }
}
