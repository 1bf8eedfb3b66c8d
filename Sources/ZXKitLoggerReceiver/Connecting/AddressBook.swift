import ZXKitDiscovery
import ZXKitLogCore
import ZXKitLogPOSIX

/// Knows where the target of a connection is, and looks it up anew while it can't be reached.
///
/// A service is looked up under the name that it is advertised under, as its address and port are only as good as the
/// moment they were found in. That is done only while the connection is down: nobody browses for what it has.
/// For one thread.
final class AddressBook {
    private enum Place {
        case host(String, port: UInt16)
        case path(String)
        case service(LogService)
    }

    private var place: Place
    private let discovery: @Sendable () -> any ServiceDiscovery
    private let onChange: @Sendable () -> Void
    private var directory: ServiceDirectory?

    /// Makes an address book.
    ///
    /// - Parameters:
    ///   - target: What to find.
    ///   - discovery: Where to look for a service, asked for when it is needed first.
    ///   - onChange: Called on the discovery's thread when ``refresh()`` may find something new.
    init(
        target: ConnectionTarget, discovery: @escaping @Sendable () -> any ServiceDiscovery,
        onChange: @escaping @Sendable () -> Void
    ) {
        switch target {
        case .host(let host, let port): place = .host(host, port: port)
        case .path(let path): place = .path(path)
        case .service(let service): place = .service(service)
        }
        self.discovery = discovery
        self.onChange = onChange
    }

    deinit {
        directory?.stop()
    }

    /// The id that the app must have; nil for whatever answers at an address.
    var applicationID: String? {
        guard case .service(let service) = place else { return nil }
        return service.applicationID
    }

    /// The addresses to try, the best first. May block on name servers.
    func addresses() throws(ReceiverError) -> [DialAddress] {
        switch place {
        case .service(let service): return service.addresses.map { .network($0.socketAddress) }
        case .host(let host, let port): return try Self.lookUp(host, port: port).map { .network($0) }
        case .path(let path): return [.path(try Self.socketPath(path))]
        }
    }

    private static func socketPath(_ text: String) throws(ReceiverError) -> SocketPath {
        guard let path = SocketPath(text) else {
            throw ReceiverError(
                .invalidOptions, doing: "connecting to unix:\(text)",
                cause: "the path of a socket has 1 to \(SocketPath.longest) bytes")
        }
        return path
    }

    private static func lookUp(_ host: String, port: UInt16) throws(ReceiverError) -> [SocketAddress] {
        if let ip = IPAddress.parse(host) { return [SocketAddress(ip: ip, port: port)] }
        do {
            return try NameLookup.addresses(host: host, port: port)
        } catch {
            throw ReceiverError(.lookupFailed, doing: "looking up \(host)", error)
        }
    }

    /// Begins to look for the service's newest address.
    func beginSearch() {
        guard case .service(let service) = place, directory == nil else { return }
        let name = service.advertisedAs
        let directory = ServiceDirectory(
            discovery: discovery(), isWanted: { $0.advertisedName == name }, onChange: onChange)
        directory.start(types: [name.type])
        self.directory = directory
    }

    /// Ends the search: the app was reached.
    func endSearch() {
        directory?.stop()
        directory = nil
    }

    /// Takes over what the search has found.
    ///
    /// - Returns: Whether the app is somewhere else now, or was started anew, so that trying at once makes sense.
    func refresh() -> Bool {
        guard case .service(let known) = place, let found = search(for: known) else { return false }
        place = .service(found)
        let isElsewhere = !Set(found.addresses).isSubset(of: known.addresses)
        return isElsewhere || found.boot != known.boot
    }

    private func search(for known: LogService) -> LogService? {
        directory?.snapshot().services.values.first { found in
            found.advertisedAs == known.advertisedAs && found.applicationID == known.applicationID
        }
    }
}

extension ReceiverError {
    /// A system call that failed, in this module's words.
    init(_ code: Code, doing: String, _ error: SystemCallError) {
        self.init(code, doing: doing, cause: error.reason, errorNumber: error.errno)
    }
}
