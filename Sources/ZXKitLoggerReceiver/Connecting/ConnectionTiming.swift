import ZXKitLogPOSIX

/// The limits and delays of a connection. Tests shorten them; everyone else takes the defaults.
package struct ConnectionTiming: Sendable {
    /// How long one address may take to accept a connection. A host that is off answers nothing at all, and the
    /// kernel alone would try for two minutes (tcp(7), tcp_syn_retries).
    package var connecting = Duration.seconds(5)

    /// How long the app may take for its whole hello. Its own limit for ours is 5 s.
    package var hello = Duration.seconds(10)

    /// The delay before the first try after a trouble; each further one is twice as long.
    package var firstDelay = Duration.milliseconds(250)

    /// The longest delay.
    package var longestDelay = Duration.seconds(8)

    package init() {}
}

extension BackOff {
    init(_ timing: ConnectionTiming) {
        self.init(first: timing.firstDelay, limit: timing.longestDelay)
    }

    /// The delay before the try that follows this trouble.
    mutating func delay(after trouble: ReceiverError) -> Duration {
        if trouble.staysByItself { goToLimit() }
        return delay()
    }
}

extension ReceiverError {
    /// Whether waiting alone mends nothing: somebody has to change the app or what is asked of it. It is tried again
    /// all the same, as somebody may.
    fileprivate var staysByItself: Bool {
        switch refusalCode {
        case "bad-request", "unsupported-version", "unsupported-encoding", "unauthorized": true
        default: code == .unsupportedVersion
        }
    }
}
