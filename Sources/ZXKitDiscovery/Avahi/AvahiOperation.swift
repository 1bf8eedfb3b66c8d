import ZXKitLogPOSIX

/// An operation that runs in the shim, from its start until it is cancelled.
final class AvahiOperation<Event: Sendable>: DiscoveryOperation {
    private struct Running: Sendable {
        let connection: AvahiConnection
        let handle: AvahiHandle
    }

    private let gate: EventGate<Event>
    /// Emptied by `cancel`, which lets go of the connection: with the last operation its thread ends.
    private let running: Lock<Running?>

    /// - Parameters:
    ///   - gate: Where the listener sends the events; closed by `cancel`.
    ///   - connection: The connection that the operation runs on.
    ///   - handle: The operation in the shim.
    init(gate: EventGate<Event>, connection: AvahiConnection, handle: AvahiHandle) {
        self.gate = gate
        running = Lock(Running(connection: connection, handle: handle))
    }

    deinit {
        cancel()
    }

    func cancel() {
        gate.close()
        let ending: Running? = running.withLock { running in
            defer { running = nil }
            return running
        }
        guard let ending else { return }
        ending.connection.cancel(ending.handle)
    }
}

/// An operation that could not be started, and has said so.
final class FailedOperation: DiscoveryOperation {
    func cancel() {}
}
