internal import BenchmarkSupport
internal import Glibc
internal import ZXKitLogger

/// A viewer on this machine, as the app's side of TCP sees it.
enum Viewer {
    /// Connects, and says hello.
    ///
    /// - Returns: The socket, from which nothing has been read.
    static func connect(port: UInt16) throws(BenchmarkError) -> Int32 {
        let viewer = try connectSocket(port: port)
        let hello = Array("ZXLOG/1 cbor\n".utf8)
        try BenchmarkError.check("send", send(viewer, hello, hello.count, Int32(MSG_NOSIGNAL)))
        return viewer
    }

    /// Two sockets that are connected to each other over TCP, and send small messages at once.
    static func pair() throws(BenchmarkError) -> (Int32, Int32) {
        let kind = Int32(SOCK_STREAM.rawValue | SOCK_CLOEXEC.rawValue)
        let listening = try BenchmarkError.check("socket", socket(AF_INET, kind, 0))
        defer { close(listening) }
        try BenchmarkError.check("listen", listen(listening, 1))
        var address = sockaddr_in()
        var size = socklen_t(MemoryLayout<sockaddr_in>.size)
        let result = withUnsafeMutablePointer(to: &address) {
            $0.withMemoryRebound(to: sockaddr.self, capacity: 1) { getsockname(listening, $0, &size) }
        }
        try BenchmarkError.check("getsockname", result)
        let near = try connectSocket(port: UInt16(bigEndian: address.sin_port))
        let far = try BenchmarkError.check("accept", accept(listening, nil, nil))
        for end in [near, far] {
            var isOn: Int32 = 1
            let size = socklen_t(MemoryLayout<Int32>.size)
            try BenchmarkError.check("TCP_NODELAY", setsockopt(end, Int32(IPPROTO_TCP), TCP_NODELAY, &isOn, size))
        }
        return (near, far)
    }

    private static func connectSocket(port: UInt16) throws(BenchmarkError) -> Int32 {
        let kind = Int32(SOCK_STREAM.rawValue | SOCK_CLOEXEC.rawValue)
        let viewer = try BenchmarkError.check("socket", socket(AF_INET, kind, 0))
        var address = sockaddr_in()
        address.sin_family = sa_family_t(AF_INET)
        address.sin_port = port.bigEndian
        address.sin_addr.s_addr = UInt32(0x7F00_0001).bigEndian
        let result = withUnsafePointer(to: address) {
            $0.withMemoryRebound(to: sockaddr.self, capacity: 1) {
                Glibc.connect(viewer, $0, socklen_t(MemoryLayout<sockaddr_in>.size))
            }
        }
        try BenchmarkError.check("connect", result)
        return viewer
    }

    /// The port of the one broadcast of a system, once it listens.
    static func port(of system: LogSystem) throws(BenchmarkError) -> UInt16 {
        try MonotonicClock.wait(for: "the broadcast to listen") { system.status.broadcasts.first?.port != nil }
        guard let port = system.status.broadcasts.first?.port else {
            throw BenchmarkError("the broadcast stopped listening")
        }
        return port
    }

    /// Waits until the one broadcast of a system has a viewer.
    static func waitUntilThere(in system: LogSystem) throws(BenchmarkError) {
        try MonotonicClock.wait(for: "the viewer to be there") { system.status.broadcasts.first?.viewers.count == 1 }
    }
}
