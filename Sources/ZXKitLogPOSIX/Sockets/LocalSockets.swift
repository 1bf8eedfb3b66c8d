import CZXKitSupport
import Glibc

extension Socket {
    /// Makes a socket that listens at a path.
    ///
    /// A socket that another process left there, and that nobody listens at any more, is replaced.
    ///
    /// - Parameters:
    ///   - path: Where to listen. Its folder must exist.
    ///   - mode: Who may connect: it takes the right to write (unix(7)). The process's umask takes from it.
    ///   - backlog: connections that may wait to be accepted.
    /// - Returns: the listening socket.
    /// - Throws: `EADDRINUSE` if somebody listens there, or if there is something else than a socket; `ENOENT`, `EACCES`.
    package static func listener(
        at path: SocketPath, mode: UInt16, backlog: Int32 = 128
    ) throws(SystemCallError) -> Socket {
        let socket = try Socket(family: AF_UNIX, for: path.description)
        let file = socket.descriptor
        // Before it has a name, so that nobody can connect who may not (Linux makes the file with this mode).
        try systemCall("fchmod", on: "\(path)") { fchmod(file, mode_t(mode)) }
        do throws(SystemCallError) {
            try bind(file, to: path)
        } catch  where error.errno == EADDRINUSE && isLeftOver(path) {
            try systemCall("unlink", on: "\(path)") { unsafe unlink(path.text) }
            try bind(file, to: path)
        }
        try systemCall("listen", on: "\(path)") { Glibc.listen(file, backlog) }
        return socket
    }

    private static func bind(_ file: Int32, to path: SocketPath) throws(SystemCallError) {
        try systemCall("bind", on: "\(path)") { unsafe path.withSystemAddress { unsafe Glibc.bind(file, $0, $1) } }
    }

    /// Whether there is a socket at a path at which nobody listens.
    private static func isLeftOver(_ path: SocketPath) -> Bool {
        var status = stat()
        guard unsafe lstat(path.text, &status) == 0, status.st_mode & S_IFMT == S_IFSOCK else { return false }
        do throws(SystemCallError) {
            _ = try connecting(to: path)
            return false
        } catch {
            return error.errno == ECONNREFUSED
        }
    }

    /// Connects to a path, which is decided at once.
    ///
    /// - Throws: `ENOENT`, `EACCES`; `ECONNREFUSED` if nobody listens there; `EAGAIN` if too many wait to be accepted.
    package static func connecting(to path: SocketPath) throws(SystemCallError) -> Socket {
        let socket = try Socket(family: AF_UNIX, for: path.description)
        let file = socket.descriptor
        try systemCall("connect", on: "\(path)") {
            unsafe path.withSystemAddress { unsafe Glibc.connect(file, $0, $1) }
        }
        return socket
    }

    /// Who is at the other end, as it was when the connection was made (SO_PEERCRED).
    borrowing func peerProcess() throws(SystemCallError) -> PeerAddress {
        let file = descriptor
        var process: Int32 = 0
        var user: UInt32 = 0
        try systemCall("getsockopt", on: "SO_PEERCRED") { unsafe zxkit_peer_process(file, &process, &user) }
        return .process(id: process, user: user)
    }
}
