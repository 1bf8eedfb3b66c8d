/// What a server tells the network about a service that it offers.
package struct ServiceAdvertisement: Sendable, Equatable {
    /// The instance name that people see, such as `checkout-web1-4711`; another one may be won, see ``PublicationEvent``.
    package var name: String
    /// The service type, such as `_zxkitlogger._tcp`.
    package var type: String
    /// The port that the service listens on.
    package var port: UInt16
    /// The strings of the TXT record in the order on the wire, each at most 255 bytes, usually `key=value`.
    package var text: [[UInt8]]
    /// Where the service is to be seen.
    package var scope: InterfaceScope

    package init(name: String, type: String, port: UInt16, text: [[UInt8]] = [], scope: InterfaceScope = .all) {
        self.name = name
        self.type = type
        self.port = port
        self.text = text
        self.scope = scope
    }
}

/// The network interfaces that a service is advertised on.
package enum InterfaceScope: Sendable, Equatable {
    /// Every interface that takes part in multicast DNS.
    case all
    /// The loopback interface alone: nobody but this host sees the service.
    case loopback
}
