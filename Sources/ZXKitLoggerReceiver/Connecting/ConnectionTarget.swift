/// What a connection is to, before it is known where that is.
package enum ConnectionTarget: Sendable {
    /// A host name or an IP address, and a port.
    case host(String, port: UInt16)
    /// The path of a Unix-domain socket.
    case path(String)
    /// An app that was discovered.
    case service(LogService)
}
