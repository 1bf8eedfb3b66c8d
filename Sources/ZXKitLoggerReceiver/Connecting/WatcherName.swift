import ZXKitLogCore
import ZXKitLogPOSIX

/// Who is watching, as the app is told.
enum WatcherName {
    /// The user and this host, or the program's name where no user is known (a service, a container).
    static var standard: String {
        let user = ProcessFacts.environment("USER") ?? ProcessFacts.environment("LOGNAME")
        if let user, !user.isEmpty { return "\(user)@\(HostFacts.hostName)" }
        let program = ProcessFacts.executablePath?.split(separator: "/").last
        return program.map(String.init) ?? "viewer"
    }

    /// A name as the hello line takes it.
    static func fitting(_ name: String?) -> String {
        String((name ?? standard).prefix(utf8Bytes: HelloLine.maximumName))
    }
}
