internal import ZXKitLogPOSIX

/// Who may watch a broadcast, judged by the address a viewer comes from.
public enum BroadcastAccess: String, Sendable, CaseIterable {
    /// This machine alone.
    case loopback
    /// This machine, and the subnets that it is directly attached to. Behind a router that rewrites addresses this is no
    /// protection: all who come through it look like neighbours.
    case localNetwork = "local-network"
    /// Everybody who reaches the port.
    case anywhere

    /// The rule in words.
    var summary: String {
        switch self {
        case .loopback: "this machine alone"
        case .localNetwork: "this machine and the networks it is attached to"
        case .anywhere: "everybody who reaches it"
        }
    }

    /// Whether a viewer at this address may watch; this machine's interfaces are asked for only if they matter.
    func admits(_ address: IPAddress, interfaces: () -> [NetworkInterface]) -> Bool {
        if address.isLoopback { return true }
        switch self {
        case .loopback: return false
        case .anywhere: return true
        case .localNetwork: return address.isLinkLocal || interfaces().contains { $0.isAttached(to: address) }
        }
    }
}
