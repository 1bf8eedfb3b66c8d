import ZXKitLogPOSIX

/// Opens a connection to one address.
struct Dialer {
    let poll: ConnectionPoll
    /// How long it may take.
    let limit: Duration

    /// Connects, and waits until that is decided.
    func dial(_ address: DialAddress) throws(ConnectionStop) -> Socket {
        let doing = "connecting to \(address)"
        let socket: Socket
        do {
            socket = try address.connect()
        } catch {
            throw .trouble(ReceiverError(.connectFailed, doing: doing, error))
        }
        try waitUntilDecided(socket.descriptor, doing: doing)
        if let error = socket.connectionResult() {
            throw .trouble(ReceiverError(.connectFailed, doing: doing, error))
        }
        // Our lines are tiny and must not wait for each other; a socket that can't do it is slower, no more.
        try? socket.setNoDelay(true)
        return socket
    }

    private func waitUntilDecided(_ descriptor: Int32, doing: String) throws(ConnectionStop) {
        try poll.watch(descriptor, for: .writable)
        defer { poll.unwatch() }
        let start = SystemClock.monotonic()
        let limit = limit.saturatedNanoseconds
        var spent: UInt64 = 0
        while spent < limit {
            if try poll.wait(atMost: limit - spent).isWritable { return }
            spent = SystemClock.monotonic() - start
        }
        throw .trouble(ReceiverError(.timedOut, doing: doing, cause: "no answer within \(self.limit)"))
    }
}
