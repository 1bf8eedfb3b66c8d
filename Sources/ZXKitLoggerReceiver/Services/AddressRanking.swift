import ZXKitDiscovery
import ZXKitLogPOSIX

/// The order in which the addresses of one service are tried.
///
/// An address on a subnet that this host shares is one hop away. Of the others, a global IPv6 address is the least
/// ambiguous, then a unique-local one (RFC 4193), then IPv4, where private ranges repeat from network to network. A
/// link-local address comes last: it works only with the right interface as its scope (RFC 4007 §6).
struct AddressRanking {
    private let interfaces: [Int32: NetworkInterface]

    /// A ranking by these interfaces, as far as they are up.
    init(interfaces: [NetworkInterface]) {
        let indexed = interfaces.filter(\.isUp).map { (Int32(truncatingIfNeeded: $0.index), $0) }
        self.interfaces = Dictionary(indexed) { first, _ in first }
    }

    /// A ranking by this host's interfaces as they are now; without them if the system can't list them.
    static func current() -> AddressRanking {
        AddressRanking(interfaces: (try? NetworkInterface.all()) ?? [])
    }

    /// How good an address is; lower is better.
    ///
    /// - Parameters:
    ///   - address: The address.
    ///   - interface: The index of the interface that the service was seen on. A subnet of another interface doesn't
    ///     count: the networks of container bridges have the same numbers on every host.
    /// - Returns: The place of its kind.
    func rank(of address: IPAddress, seenOn interface: Int32) -> Int {
        if address.isLinkLocal { return 4 }
        if let interface = interfaces[interface], interface.isAttached(to: address) { return 0 }
        guard address.isV6 else { return 3 }
        return address.isUniqueLocal ? 2 : 1
    }
}
