import ZXKitLogPOSIX

/// What a connection's thread does: connect, follow the stream to its end, wait, and again.
final class ConnectionWorker {
    private let plan: ConnectionPlan
    private let buffer: EventBuffer
    private let poll: ConnectionPoll
    private let book: AddressBook
    /// The app, if it is one of the protocol's ancestors.
    private let ancestor: AncestorApp?
    private var position = StreamPosition()
    private var backOff: BackOff

    /// The body of the thread: returns when the consumer is gone or no more tries are to be made.
    static func run(_ plan: ConnectionPlan, buffer: EventBuffer, signal: WorkerSignal) {
        defer { buffer.finish() }
        do throws(ConnectionStop) {
            if let reason = plan.impossibility { throw .trouble(reason) }
            let worker = try ConnectionWorker(plan, buffer: buffer, signal: signal)
            try worker.stayConnected()
        } catch {
            guard case .trouble(let reason) = error else { return }
            buffer.append(.state(.ended(reason: reason)))
        }
    }

    private init(_ plan: ConnectionPlan, buffer: EventBuffer, signal: WorkerSignal) throws(ConnectionStop) {
        self.plan = plan
        self.buffer = buffer
        do {
            poll = try ConnectionPoll(signal: signal, buffer: buffer)
        } catch {
            throw .trouble(ReceiverError(.system, doing: "starting a connection", error))
        }
        book = AddressBook(target: plan.target, discovery: plan.discovery) { signal.raise() }
        ancestor = AncestorApp(plan.target, options: plan.options)
        backOff = BackOff(plan.timing)
    }

    private func stayConnected() throws(ConnectionStop) {
        while true {
            do throws(ConnectionStop) {
                try connectAndFollow()
            } catch {
                guard case .trouble(let reason) = error, plan.options.reconnects else { throw error }
                try waitToRetry(after: reason)
            }
        }
    }

    private func connectAndFollow() throws(ConnectionStop) {
        _ = book.refresh()
        let dialed = try dialBest()
        if let ancestor { return try follow(ancestor, on: dialed) }
        let line = plan.helloLine(start: position.request(start: plan.options.start), id: book.applicationID)
        let conversation = Conversation(
            dialed.socket, line: line, doing: "watching \(dialed.address)", plan: plan, position: position, poll: poll,
            buffer: buffer)
        defer {
            position = conversation.position
            if conversation.hasHello { backOff.reset() }
        }
        try conversation.greet()
        book.endSearch()
        try conversation.follow()
    }

    private func follow(_ app: AncestorApp, on dialed: consuming DialedSocket) throws(ConnectionStop) {
        let doing = "watching \(dialed.address)"
        book.endSearch()
        backOff.reset()
        let conversation = AncestorConversation(dialed.socket, with: app, doing: doing, poll: poll, buffer: buffer)
        try conversation.follow()
    }

    /// Tries the addresses in their order. If none works, the trouble with the best one is the one to tell.
    private func dialBest() throws(ConnectionStop) -> DialedSocket {
        let dialer = Dialer(poll: poll, limit: plan.timing.connecting)
        var first: ReceiverError?
        for address in try addresses() {
            buffer.append(.state(.connecting(to: "\(address)")))
            do throws(ConnectionStop) {
                return DialedSocket(address: address, socket: try dialer.dial(address))
            } catch {
                guard case .trouble(let reason) = error else { throw error }
                first = first ?? reason
            }
        }
        throw .trouble(first ?? ReceiverError(.connectFailed, doing: "connecting", cause: "no address is known"))
    }

    private func addresses() throws(ConnectionStop) -> [DialAddress] {
        do {
            return try book.addresses()
        } catch {
            throw .trouble(error)
        }
    }

    private func waitToRetry(after reason: ReceiverError) throws(ConnectionStop) {
        let delay = backOff.delay(after: reason)
        book.beginSearch()
        buffer.append(.state(.waiting(reason: reason, retryIn: delay)))
        let end = SystemClock.monotonic() + delay.saturatedNanoseconds
        while true {
            let now = SystemClock.monotonic()
            // A consumer that doesn't read its events gets no more of them: every try makes some.
            let hasRoom = buffer.hasRoom()
            if hasRoom, now >= end { return }
            _ = try poll.wait(atMost: now >= end ? nil : end - now)
            if book.refresh(), hasRoom { return }
        }
    }
}

/// A connection and where it is to.
private struct DialedSocket: ~Copyable {
    let address: DialAddress
    let socket: Socket
}
