/// An IPv4 or IPv6 address.
package enum IPAddress: Hashable, Sendable {
    /// The 32 bits as a number: 127.0.0.1 is 0x7F00_0001.
    case v4(UInt32)
    /// The 128 bits, and the index of the interface a link-local address belongs to; else 0.
    case v6(IPv6Bits, scope: UInt32)

    /// All interfaces, IPv4: 0.0.0.0.
    package static let anyV4 = IPAddress.v4(0)
    /// All interfaces, IPv6: `::`.
    package static let anyV6 = IPAddress.v6(0, scope: 0)
    /// 127.0.0.1
    package static let loopbackV4 = IPAddress.v4(0x7F00_0001)
    /// `::1`
    package static let loopbackV6 = IPAddress.v6(1, scope: 0)

    package var isV6: Bool {
        if case .v6 = self { true } else { false }
    }

    /// An IPv4-mapped address (`::ffff:192.0.2.1`, RFC 4291 section 2.5.5.2) as the IPv4 address it stands for; any other
    /// as it is. A dual-stack listener sees IPv4 peers in the mapped form.
    package var unmapped: IPAddress {
        guard case .v6(let bits, _) = self, bits.number >> 32 == 0xFFFF else { return self }
        return .v4(UInt32(truncatingIfNeeded: bits.number))
    }

    /// 127.0.0.0/8 or `::1`, IPv4-mapped too.
    package var isLoopback: Bool {
        switch unmapped {
        case .v4(let bits): bits >> 24 == 127
        case .v6(let bits, _): bits.number == 1
        }
    }

    /// 169.254.0.0/16 (RFC 3927) or fe80::/10 (RFC 4291 section 2.5.6), IPv4-mapped too.
    package var isLinkLocal: Bool {
        switch unmapped {
        case .v4(let bits): bits >> 16 == 0xA9FE
        case .v6(let bits, _): bits.number >> 118 == 0xFE80 >> 6
        }
    }

    /// fc00::/7 (RFC 4193): an IPv6 network's own, not routed on the internet.
    package var isUniqueLocal: Bool {
        guard case .v6(let bits, _) = self else { return false }
        return bits.number >> 121 == 0xFC >> 1
    }

    /// 0.0.0.0 or `::`.
    package var isUnspecified: Bool {
        switch self {
        case .v4(let bits): bits == 0
        case .v6(let bits, _): bits.number == 0
        }
    }

    /// Whether both have the first `prefixLength` bits in common. Never across families, nor with a prefix longer than
    /// the address; a scope is no part of it.
    package func isOnSubnet(of other: IPAddress, prefixLength: Int) -> Bool {
        switch (self, other) {
        case (.v4(let mine), .v4(let others)):
            (0...32).contains(prefixLength) && (mine ^ others) >> (32 - prefixLength) == 0
        case (.v6(let mine, _), .v6(let others, _)):
            (0...128).contains(prefixLength) && (mine.number ^ others.number) >> (128 - prefixLength) == 0
        default: false
        }
    }
}
