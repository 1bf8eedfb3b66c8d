internal import BenchmarkSupport
internal import Glibc
internal import ZXKitLogger

/// A system with a file, a console on a pipe, and a viewer. One process reads the pipe and views.
struct WatchedSystem {
    let lossless: LosslessSystem
    let reader: ChildProcess

    /// Makes the system; from now on standard output is the pipe.
    init(path: String) throws {
        let pipe = try Pipe()
        try BenchmarkError.check("dup2", dup2(pipe.input, STDOUT_FILENO))
        lossless = try LosslessSystem(sinks: [
            ConsoleSink(stream: .standardOutput), FileSink(path),
            BroadcastSink(name: "benchmark", access: .loopback, isAdvertised: false),
        ])
        let port = try Viewer.port(of: lossless.system)
        reader = try ChildProcess(
            "/proc/self/exe", ["reader", "\(port)", "-"], input: pipe.output, output: STDERR_FILENO)
        close(pipe.input)
        close(pipe.output)
        try Viewer.waitUntilThere(in: lossless.system)
    }

    /// How far the console and the viewer are.
    var progress: [UInt64] {
        let status = lossless.system.status
        return status.sinks.filter { $0.name == "console" }.map(\.cursor)
            + status.broadcasts.flatMap { $0.viewers.map(\.sent) }
    }

    /// Stops the reader, and logs until both pipe and connection are full.
    func stall(logging burst: () -> Void) throws {
        try reader.signal(SIGSTOP)
        try reader.waitUntilStopped()
        var quiet = 0
        var last = progress
        for _ in 0..<500 where quiet < 10 {
            burst()
            quiet = progress == last ? quiet + 1 : 0
            last = progress
        }
        guard quiet == 10, last.count == 2 else { throw BenchmarkError("console and viewer could not be stalled") }
    }

    /// Lets the reader read on, waits until everybody has everything, and ends all.
    func finish() throws {
        try reader.signal(SIGCONT)
        try lossless.finish()
        close(STDOUT_FILENO)
        try reader.signal(SIGKILL)
        try reader.waitUntilEnded()
    }
}
