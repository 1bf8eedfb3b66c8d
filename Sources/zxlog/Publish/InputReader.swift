import ZXKitLogPOSIX

/// Reads standard input to its end, line by line. Blocks while nothing comes.
struct InputReader {
    private static let readSize = 64 << 10

    /// Hands each line to `body`.
    ///
    /// - Throws: The read that failed; the lines before it were handed on.
    static func readLines(_ body: (String) -> Void) throws(SystemCallError) {
        var splitter = LineSplitter()
        defer { splitter.finish(body) }
        var buffer: [UInt8] = []
        while true {
            buffer.removeAll(keepingCapacity: true)
            switch try StandardStream.input.read(appendingTo: &buffer, atMost: readSize) {
            case .bytes: splitter.append(buffer, body)
            case .endOfStream: return
            case .wouldBlock: _ = try StandardStream.input.wait(for: .readable, timeout: nil)
            }
            for excess in splitter.takeExcesses() {
                StandardStream.error.say(
                    "zxlog publish: of a line of \(excess.size) bytes only \(excess.kept) were kept\n")
            }
        }
    }
}
