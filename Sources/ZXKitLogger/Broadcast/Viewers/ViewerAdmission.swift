internal import ZXKitLogCore
internal import ZXKitLogPOSIX

/// Who may connect, and how many: the access rule and the bounds.
struct ViewerAdmission {
    let access: BroadcastAccess
    let limits: BroadcastLimits

    /// Why nobody at an address may watch; `nil` if they may.
    func refusal(ofPeerAt address: PeerAddress) -> WireRefusal? {
        // Who may open a path is the business of its mode.
        guard case .network(let address) = address else { return nil }
        let ip = address.ip
        guard access.admits(ip, interfaces: { (try? NetworkInterface.all()) ?? [] }) else {
            return WireRefusal(.unauthorized, "the access rule \(access.rawValue) does not let \(ip) watch")
        }
        return nil
    }

    /// Why a new connection, which is among the others already, can't stay; `nil` if it can.
    func refusal(of new: ViewerConnection, among viewers: some Collection<ViewerConnection>) -> WireRefusal? {
        let neighbours = viewers.filter { $0.address.isNeighbour(of: new.address) && !$0.isClosing }
        guard neighbours.count <= limits.perAddress || makeRoom(among: neighbours) else {
            return WireRefusal(.busy, "too many connections from one address; the limit is \(limits.perAddress)")
        }
        guard viewers.count(where: \.isGreeting) <= limits.unfinishedHellos else {
            return WireRefusal(.busy, "too many connections that have not said hello")
        }
        return nil
    }

    /// Why no further stream can begin; `nil` if one can.
    func refusal(ofStreamAmong viewers: some Collection<ViewerConnection>) -> WireRefusal? {
        let streaming = viewers.filter(\.isWatching)
        guard streaming.count < limits.viewers || makeRoom(among: streaming) else {
            return WireRefusal(.busy, "too many viewers; the limit is \(limits.viewers)")
        }
        return nil
    }

    /// Closes the oldest of the viewers that may be gone.
    private func makeRoom(among viewers: [ViewerConnection]) -> Bool {
        guard let viewer = viewers.filter(\.isReplaceable).min(by: { $0.token < $1.token }) else { return false }
        viewer.close(saying: WireRefusal(.busy, "another viewer needs the place of this one, which may be gone"))
        return true
    }
}

extension PeerAddress {
    /// Whether both come from one address, or from this machine over a path.
    fileprivate func isNeighbour(of other: PeerAddress) -> Bool {
        switch (self, other) {
        case (.network(let one), .network(let other)): one.ip == other.ip
        case (.process, .process): true
        case (.network, .process), (.process, .network): false
        }
    }
}
