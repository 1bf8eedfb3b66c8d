import ZXKitLogPOSIX

/// The main thread's part: it waits for the command's end, for signals, and for the end of whoever reads the output.
struct Supervisor: ~Copyable {
    private enum Token: UInt64 {
        case signal, completion, output
    }

    /// How long a command may take to end after a signal, in seconds: then its output is stuck, and the program goes.
    private static let patience = Duration.seconds(3)

    private let signals: TerminationSignals
    private let poller: Poller
    private let completion: Completion

    /// Runs a command to its end. Call it before there are other threads, which inherit the blocked signals.
    static func run(_ command: some Command) throws(SystemCallError) -> ExitStatus {
        let supervisor = try Supervisor.make()
        if command.livesByItsOutput {
            supervisor.watchOutput()
        }
        try command.start(supervisor.completion)
        return try supervisor.wait(for: command)
    }

    private init(
        _ signals: consuming TerminationSignals, _ poller: consuming Poller, _ completion: Completion
    ) {
        self.signals = signals
        self.poller = poller
        self.completion = completion
    }

    private static func make() throws(SystemCallError) -> Supervisor {
        let signals = try TerminationSignals.claim()
        let poller = try Poller()
        let completion = try Completion()
        try poller.add(signals.descriptor, interest: .readable, token: Token.signal.rawValue)
        try poller.add(completion.descriptor, interest: .readable, token: Token.completion.rawValue)
        return Supervisor(signals, poller, completion)
    }

    /// A pipe tells that its reader has gone whatever it is watched for. What can't be watched, such as a file, has no
    /// reader that could go.
    private borrowing func watchOutput() {
        try? poller.add(StandardStream.output.descriptor, interest: [], token: Token.output.rawValue)
    }

    private borrowing func wait(for command: some Command) throws(SystemCallError) -> ExitStatus {
        var received: TerminationSignals.Signal?
        while true {
            let events = try poller.wait(timeout: received == nil ? nil : Self.patience)
            if let status = completion.status {
                return status
            }
            if let received, events.isEmpty {
                return .signal(received.number)
            }
            if events.contains(where: { $0.token == Token.output.rawValue }) {
                try poller.remove(StandardStream.output.descriptor)
                command.stop(.outputClosed)
            }
            guard let signal = try signals.next() else { continue }
            // Whoever asks twice does not want to wait for what is left.
            if received != nil {
                return .signal(signal.number)
            }
            received = signal
            command.stop(.signalled)
        }
    }
}
