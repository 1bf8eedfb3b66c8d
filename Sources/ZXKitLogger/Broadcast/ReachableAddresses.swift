internal import ZXKitLogPOSIX

/// The addresses of this machine at which a viewer can reach a port, the likeliest first.
enum ReachableAddresses {
    static func at(port: UInt16, access: BroadcastAccess) -> [SocketAddress] {
        let interfaces = (try? NetworkInterface.all()) ?? []
        let candidates = interfaces.filter { $0.isUp && $0.isLoopback == (access == .loopback) }
        let ranked = candidates.flatMap { interface in
            interface.addresses.map { (ip: $0.ip, rank: rank($0.ip, on: interface)) }
        }
        let addresses = ranked.sorted { $0.rank < $1.rank }.map(\.ip)
        // A link-local address names an interface of this machine, which means nothing on another.
        let portable = addresses.filter { !($0.isV6 && $0.isLinkLocal) }
        let shown = portable.isEmpty ? addresses + [.loopbackV4] : portable
        return shown.map { SocketAddress(ip: $0, port: port) }
    }

    /// An IPv4 address is the easiest to type; a link-local one needs the viewer's own interface beside it; bridges of
    /// containers are seldom reachable from another machine.
    private static func rank(_ ip: IPAddress, on interface: NetworkInterface) -> Int {
        let isInner = ["docker", "br-", "veth", "virbr", "cni"].contains { interface.name.hasPrefix($0) }
        let family = ip.isLinkLocal ? 2 : ip.isV6 ? 1 : 0
        return family + (isInner ? 3 : 0)
    }
}
