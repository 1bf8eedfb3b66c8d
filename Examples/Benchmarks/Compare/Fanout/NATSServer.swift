internal import BenchmarkSupport
internal import Glibc

/// Debian's nats-server, on a port of this machine.
struct NATSServer {
    let port: Int
    private let process: ChildProcess
    private let configuration: String

    /// Starts it, with bounds that cut off no viewer.
    init(in place: Workplace) throws(BenchmarkError) {
        port = try Self.freePort()
        configuration = place.file("nats.conf")
        try Self.write(
            "listen: 127.0.0.1:\(port)\nmax_pending: 1073741824\nwrite_deadline: \"120s\"\nmax_connections: 4096\n",
            to: configuration)
        let null = try BenchmarkError.check("open /dev/null", open("/dev/null", O_RDWR | O_CLOEXEC))
        defer { close(null) }
        process = try ChildProcess(
            "/usr/sbin/nats-server", ["-c", configuration, "-l", "/dev/null"], input: null, output: null)
    }

    /// Ends it.
    func stop() {
        try? process.signal(SIGKILL)
        _ = try? process.waitUntilEnded()
        unlink(configuration)
    }

    /// A port that was free a moment ago.
    private static func freePort() throws(BenchmarkError) -> Int {
        let kind = Int32(SOCK_STREAM.rawValue | SOCK_CLOEXEC.rawValue)
        let probe = try BenchmarkError.check("socket", socket(AF_INET, kind, 0))
        defer { close(probe) }
        var address = sockaddr_in()
        address.sin_family = sa_family_t(AF_INET)
        address.sin_addr.s_addr = UInt32(0x7F00_0001).bigEndian
        var size = socklen_t(MemoryLayout<sockaddr_in>.size)
        let result = withUnsafeMutablePointer(to: &address) { pointer in
            pointer.withMemoryRebound(to: sockaddr.self, capacity: 1) { address in
                bind(probe, address, size) == 0 ? getsockname(probe, address, &size) : -1
            }
        }
        try BenchmarkError.check("bind", result)
        return Int(UInt16(bigEndian: address.sin_port))
    }

    private static func write(_ text: String, to path: String) throws(BenchmarkError) {
        let file = try BenchmarkError.check("open \(path)", open(path, O_WRONLY | O_CREAT | O_TRUNC | O_CLOEXEC, 0o600))
        defer { close(file) }
        try BenchmarkError.check("write", Glibc.write(file, text, text.utf8.count))
    }
}
