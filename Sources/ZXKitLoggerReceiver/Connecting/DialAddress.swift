import ZXKitLogPOSIX

/// Where one try to connect goes.
enum DialAddress: Hashable, CustomStringConvertible {
    case network(SocketAddress)
    case path(SocketPath)

    var description: String {
        switch self {
        case .network(let address): address.description
        case .path(let path): path.description
        }
    }

    /// Begins to connect.
    func connect() throws(SystemCallError) -> Socket {
        switch self {
        case .network(let address): try Socket.connecting(to: address)
        case .path(let path): try Socket.connecting(to: path)
        }
    }
}
