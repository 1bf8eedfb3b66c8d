import ZXKitLogPOSIX

/// Why a connection's thread left off what it was doing.
enum ConnectionStop: Error {
    /// The consumer is gone.
    case cancelled
    /// Something did not work.
    case trouble(ReceiverError)
}

/// The waiting of a connection's thread: for its socket, for a time, and always for its signal. For that thread alone.
final class ConnectionPoll {
    /// What a wait ended with.
    struct Readiness {
        /// Reading brings something: bytes, the end, or an error.
        var isReadable = false
        /// Writing is possible, or connecting was decided.
        var isWritable = false
    }

    private static let signalToken: UInt64 = 0
    private static let socketToken: UInt64 = 1

    private let poller: Poller
    private let signal: WorkerSignal
    private let buffer: EventBuffer
    private var watched: (descriptor: Int32, interest: PollInterest)?

    init(signal: WorkerSignal, buffer: EventBuffer) throws(SystemCallError) {
        poller = try Poller()
        try poller.add(signal.descriptor, interest: .readable, token: Self.signalToken)
        self.signal = signal
        self.buffer = buffer
    }

    /// Watches the one socket there is for this from now on; for nothing, not even its end, if `interest` is empty.
    func watch(_ descriptor: Int32, for interest: PollInterest) throws(ConnectionStop) {
        do throws(SystemCallError) {
            guard let watched else {
                // A hang-up is told whatever the interest, and would wake us for ever while we don't want to read.
                if interest.isEmpty { return }
                try poller.add(descriptor, interest: interest, token: Self.socketToken)
                self.watched = (descriptor, interest)
                return
            }
            if interest.isEmpty {
                unwatch()
            } else if watched.interest != interest {
                try poller.modify(descriptor, interest: interest, token: Self.socketToken)
                self.watched = (descriptor, interest)
            }
        } catch {
            throw .trouble(ReceiverError(.system, doing: "waiting for the app", error))
        }
    }

    /// Stops watching the socket, before it is closed.
    func unwatch() {
        guard let watched else { return }
        self.watched = nil
        // The descriptor was added and is still open, so there is nothing to fail, and nothing to do if it did.
        try? poller.remove(watched.descriptor)
    }

    /// Waits for the socket or the signal.
    ///
    /// - Parameter limit: The longest time, in nanoseconds; nil for no limit.
    /// - Throws: `cancelled` when the consumer is gone.
    /// - Returns: What the socket is ready for; nothing if the time was over or the signal raised.
    func wait(atMost limit: UInt64?) throws(ConnectionStop) -> Readiness {
        let events: [PollEvent]
        do {
            events = try poller.wait(timeout: limit.map { .nanoseconds(Int64(clamping: $0)) })
        } catch {
            throw .trouble(ReceiverError(.system, doing: "waiting for the app", error))
        }
        var readiness = Readiness()
        for event in events {
            guard event.token == Self.socketToken else {
                signal.lower()
                continue
            }
            let isOver = event.isHangUp || event.isError
            readiness.isReadable = event.isReadable || isOver
            readiness.isWritable = event.isWritable || isOver
        }
        if buffer.isCancelled { throw .cancelled }
        return readiness
    }
}
