internal import CBenchmarkSupport
internal import Glibc

/// A program that this one started.
public struct ChildProcess {
    /// Its process id.
    public let id: Int32

    /// Starts a program, with descriptors as its standard input and output. They stay open here.
    public init(_ path: String, _ arguments: [String], input: Int32, output: Int32) throws(BenchmarkError) {
        var words: [UnsafeMutablePointer<CChar>?] = ([path] + arguments).map { strdup($0) }
        defer { words.forEach { free($0) } }
        words.append(nil)
        id = benchmark_spawn(path, words, input, output)
        guard id > 0 else { throw .system("start \(path)", code: -id) }
    }

    /// Sends it a signal.
    public func signal(_ number: Int32) throws(BenchmarkError) {
        try BenchmarkError.check("kill", kill(id, number))
    }

    /// Waits until it is stopped by a signal.
    public func waitUntilStopped() throws(BenchmarkError) {
        let status = try wait(options: WUNTRACED)
        guard status & 0xFF == 0x7F else { throw BenchmarkError("process \(id) ended instead of stopping") }
    }

    /// Waits until it ends, and returns its exit status, or 128 and the signal that ended it.
    @discardableResult
    public func waitUntilEnded() throws(BenchmarkError) -> Int32 {
        let status = try wait(options: 0)
        // The layout that WIFEXITED and its kin read (waitpid(2)), which are macros.
        return status & 0x7F == 0 ? (status >> 8) & 0xFF : 128 + (status & 0x7F)
    }

    private func wait(options: Int32) throws(BenchmarkError) -> Int32 {
        var status: Int32 = 0
        while waitpid(id, &status, options) < 0 {
            guard errno == EINTR else { throw .system("waitpid") }
        }
        return status
    }
}
