internal import Glibc
internal import ZXKitLogPOSIX

/// Where a broadcast listens.
enum ListeningPlace {
    case port(UInt16)
    case path(SocketPath, SocketFile)

    /// The port, if it is one.
    var port: UInt16? {
        if case .port(let port) = self { port } else { nil }
    }

    /// Where viewers reach it, the likeliest address first.
    func addresses(for access: BroadcastAccess) -> [String] {
        switch self {
        case .port(let port): ReachableAddresses.at(port: port, access: access).map(\.description)
        case .path(let path, _): [path.description]
        }
    }
}

/// The file of a socket that this process made. It goes with this object, unless another has taken its place, or the process
/// is a forked child, whose parent goes on listening.
final class SocketFile: Sendable {
    private let path: SocketPath
    private let generation = ForkGeneration.current
    private let identity: FileIdentity?

    private struct FileIdentity: Equatable {
        let device: UInt
        let number: UInt

        init?(_ path: SocketPath) {
            var status = stat()
            guard unsafe lstat(path.text, &status) == 0 else { return nil }
            device = UInt(status.st_dev)
            number = UInt(status.st_ino)
        }
    }

    init(_ path: SocketPath) {
        self.path = path
        identity = FileIdentity(path)
    }

    deinit {
        guard generation.isCurrent, let identity, FileIdentity(path) == identity else { return }
        _ = unsafe unlink(path.text)
    }
}
