import Glibc
import ZXKitLogPOSIX

/// Whole lines for one stream.
struct OutputBatch: Sendable {
    let stream: StandardStream
    var bytes: [UInt8]

    /// Writes all of it; waits as long as that takes.
    func write() throws(SystemCallError) {
        var rest = bytes.span.bytes
        while !rest.isEmpty {
            switch try stream.write(rest) {
            case .bytes(let count): rest = rest.extracting(droppingFirst: count)
            case .wouldBlock: _ = try stream.wait(for: .writable, timeout: nil)
            }
        }
    }
}

extension StandardStream {
    /// Writes a text now, without a queue; what can't be written is lost.
    func say(_ text: String) {
        try? OutputBatch(stream: self, bytes: Array(text.utf8)).write()
    }
}

extension SystemCallError {
    /// Whether the reader of a pipe or socket has gone.
    var isBrokenPipe: Bool {
        errno == EPIPE || errno == ECONNRESET
    }
}
