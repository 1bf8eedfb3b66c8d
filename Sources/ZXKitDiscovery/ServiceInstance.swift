package import ZXKitLogPOSIX

/// A service as it is listed: one service appears once for each interface and protocol that it was heard on.
package struct ServiceInstance: Hashable, Sendable {
    /// The instance name, unique within type and domain.
    package var name: String
    /// The service type, such as `_zxkitlogger._tcp`.
    package var type: String
    /// The domain, on the local network `local`.
    package var domain: String
    /// The kernel's index of the interface that the service was heard on.
    package var interface: Int32
    /// The protocol that the announcement travelled over, which says nothing about the service's own addresses.
    package var `protocol`: NetworkProtocol

    package init(name: String, type: String, domain: String, interface: Int32, protocol: NetworkProtocol) {
        self.name = name
        self.type = type
        self.domain = domain
        self.interface = interface
        self.protocol = `protocol`
    }
}

/// A version of the Internet Protocol.
package enum NetworkProtocol: Hashable, Sendable {
    /// Version 4.
    case ipv4
    /// Version 6.
    case ipv6
}

/// Where a service is: one of its addresses, and what its TXT record says.
package struct ServiceResolution: Hashable, Sendable {
    /// The service that was resolved.
    package var instance: ServiceInstance
    /// The host's name, such as `web1.local`.
    package var hostName: String
    /// One address of the host; a link-local one carries the interface it was heard on as its scope.
    package var address: IPAddress
    /// The port that the service listens on.
    package var port: UInt16
    /// The strings of the TXT record in the order on the wire.
    package var text: [[UInt8]]
    /// Whether the service runs on this host.
    package var isLocal: Bool

    package init(
        instance: ServiceInstance, hostName: String, address: IPAddress, port: UInt16, text: [[UInt8]], isLocal: Bool
    ) {
        self.instance = instance
        self.hostName = hostName
        self.address = address
        self.port = port
        self.text = text
        self.isLocal = isLocal
    }
}
