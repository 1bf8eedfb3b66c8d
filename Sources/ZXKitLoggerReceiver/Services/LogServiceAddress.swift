package import ZXKitLogPOSIX

extension LogService {
    /// One place where an app listens: an IP address, with its interface where it needs one, and a port.
    public struct Address: Hashable, Sendable, CustomStringConvertible {
        package let socketAddress: SocketAddress

        package init(_ socketAddress: SocketAddress) {
            self.socketAddress = socketAddress
        }

        /// The IP address as text; an IPv6 link-local one ends in `%` and the interface it is valid on, which only
        /// this host understands.
        public var host: String {
            socketAddress.ip.description
        }

        /// The TCP port.
        public var port: UInt16 {
            socketAddress.port
        }

        /// Address and port as people write them: `192.0.2.1:40001`, `[fe80::1%2]:40001`.
        public var description: String {
            socketAddress.description
        }
    }
}
