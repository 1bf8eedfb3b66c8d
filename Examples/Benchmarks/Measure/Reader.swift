internal import BenchmarkSupport
internal import Glibc

/// Reads what a measured process says on a pipe and to a viewer, and throws it away.
enum Reader {
    /// Reads standard input and the broadcast at the port that the count is, until both end.
    static func run(_ job: Job) throws {
        guard let port = UInt16(exactly: job.count) else { throw BenchmarkError("not a port: \(job.count)") }
        let viewer = try Viewer.connect(port: port)
        try Threads.run([{ discard(viewer) }, { discard(STDIN_FILENO) }])
    }

    /// An error ends the reading like the other side's end.
    private static func discard(_ descriptor: Int32) {
        try? DescriptorReading.forEachPiece(of: descriptor) { _ in }
    }
}
