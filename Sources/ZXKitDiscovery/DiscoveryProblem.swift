import ZXKitLogPOSIX

/// Why something can't be published, found or resolved, and what helps.
package struct DiscoveryProblem: Error, Sendable, Equatable {
    /// The kinds of problem.
    package enum Code: Sendable, Equatable, CaseIterable {
        /// The Avahi client library is not installed.
        case noLibrary
        /// The D-Bus system bus, over which the daemon is reached, is not there.
        case noBus
        /// No Avahi daemon is on the bus, or it just went away.
        case noDaemon
        /// The daemon is there but still settles the name of its host.
        case daemonNotReady
        /// The daemon is there but does not answer.
        case daemonNotResponding
        /// The instance name is empty, has a NUL in it, or is no UTF-8.
        case invalidName
        /// The TXT record is too long, or one of its strings is.
        case invalidText
        /// The service does not answer: gone without a goodbye, or out of reach.
        case unresolved
        /// The daemon is set up to publish nothing for programs.
        case notPermitted
        /// The daemon or its library refused; `reason` says why.
        case rejected
        /// This process has no memory or no thread left.
        case outOfResources
    }

    /// What kind of problem it is.
    package var code: Code
    /// Avahi's error number (negative), or an errno (positive), or 0.
    package var errorNumber: Int32
    /// Avahi's or the system's own words for the error; may be empty.
    package var reason: String
    /// What was being done, such as `publish checkout`.
    package var doing: String

    package init(code: Code, errorNumber: Int32 = 0, reason: String = "", doing: String) {
        self.code = code
        self.errorNumber = errorNumber
        self.reason = reason
        self.doing = doing
    }
}

extension DiscoveryProblem {
    /// The system is short of something, as an errno says.
    static func outOfResources(_ errorNumber: Int32, doing: String) -> DiscoveryProblem {
        let reason = SystemCallError(errno: errorNumber, call: doing).reason
        return DiscoveryProblem(code: .outOfResources, errorNumber: errorNumber, reason: reason, doing: doing)
    }
}

extension DiscoveryProblem: CustomStringConvertible {
    /// One line: what could not be done, why, and what helps.
    package var description: String {
        let words = reason.isEmpty ? "" : " (\(reason))"
        let help = remedy.map { "; \($0)" } ?? ""
        return "can't \(doing): \(cause)\(words)\(help)"
    }

    /// The cause in plain words.
    package var cause: String {
        switch code {
        case .noLibrary: "the Avahi client library (libavahi-client.so.3) is not installed"
        case .noBus: "the D-Bus system bus can't be reached"
        case .noDaemon: "no Avahi daemon is running"
        case .daemonNotReady: "the Avahi daemon is still settling the name of this host"
        case .daemonNotResponding: "the Avahi daemon does not answer"
        case .invalidName: "a service name must be 1 to 63 bytes of UTF-8 without a NUL"
        case .invalidText: "a TXT string holds at most 255 bytes, all of them together 1,300"
        case .unresolved: "the service does not answer"
        case .notPermitted: "the Avahi daemon does not publish for programs"
        case .rejected: "the Avahi daemon refused"
        case .outOfResources: "this process is out of memory or threads"
        }
    }

    /// What a person can do about it, or nil where nothing but waiting or another value helps.
    package var remedy: String? {
        switch code {
        case .noLibrary: "apt-get install libavahi-client3"
        case .noBus:
            "apt-get install avahi-daemon, which brings dbus, and start both; in a container, mount the host's "
                + "/run/dbus/system_bus_socket"
        case .noDaemon: "apt-get install avahi-daemon, and start it (systemctl start avahi-daemon)"
        case .daemonNotResponding: "restart it (systemctl restart avahi-daemon)"
        case .notPermitted: "allow it in avahi-daemon.conf (disable-publishing, disable-user-service-publishing)"
        case .daemonNotReady, .invalidName, .invalidText, .unresolved, .rejected, .outOfResources: nil
        }
    }
}
