import Testing
import ZXKitDiscovery

struct DiscoveryProblemTests {
    @Test(arguments: [
        (DiscoveryProblem.Code.noLibrary, "apt-get install libavahi-client3"),
        (.noBus, "apt-get install avahi-daemon"),
        (.noBus, "/run/dbus/system_bus_socket"),
        (.noDaemon, "apt-get install avahi-daemon"),
        (.daemonNotResponding, "systemctl restart avahi-daemon"),
        (.notPermitted, "disable-user-service-publishing"),
    ])
    func `A problem names what was tried, the cause and what helps`(code: DiscoveryProblem.Code, help: String) {
        let problem = DiscoveryProblem(code: code, doing: "publish shop")
        #expect(problem.description.hasPrefix("can't publish shop: \(problem.cause)"))
        #expect(problem.description.contains(help))
    }

    @Test(arguments: DiscoveryProblem.Code.allCases)
    func `A problem is one line, with the reason that came with it`(code: DiscoveryProblem.Code) {
        let problem = DiscoveryProblem(code: code, errorNumber: -1, reason: "some reason", doing: "browse")
        #expect(!problem.description.contains("\n"))
        #expect(problem.description.contains("(some reason)"))
    }
}
