import Glibc

/// SIGINT and SIGTERM, taken as requests to end rather than as the end.
struct TerminationSignals {
    private let signals: sigset_t

    /// Blocks the signals in this thread and in those that it starts from now on.
    init() {
        var signals = sigset_t()
        sigemptyset(&signals)
        sigaddset(&signals, SIGINT)
        sigaddset(&signals, SIGTERM)
        pthread_sigmask(SIG_BLOCK, &signals, nil)
        self.signals = signals
    }

    /// Waits for one of them and returns its name.
    func wait() -> String {
        var signals = signals
        var signal: Int32 = 0
        sigwait(&signals, &signal)
        return signal == SIGINT ? "SIGINT" : "SIGTERM"
    }
}
