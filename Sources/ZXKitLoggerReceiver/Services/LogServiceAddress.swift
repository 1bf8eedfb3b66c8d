extension LogService {
    /// One place where an app listens: an IP address, with its interface where it needs one, and a port.
    public struct Address: Hashable, Sendable, CustomStringConvertible {
        /// The IP address as text; an IPv6 link-local one ends in `%` and the interface it is valid on, which only
        /// this host understands.
        public let host: String

        /// The TCP port.
        public let port: UInt16

        package init(host: String, port: UInt16) {
            self.host = host
            self.port = port
        }

        /// Address and port as people write them: `192.0.2.1:40001`, `[fe80::1%2]:40001`.
        public var description: String {
            host.utf8.contains(UInt8(ascii: ":")) ? "[\(host)]:\(port)" : "\(host):\(port)"
        }
    }
}
