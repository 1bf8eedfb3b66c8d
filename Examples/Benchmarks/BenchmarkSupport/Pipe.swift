internal import CBenchmarkSupport

/// A pipe. Its ends are closed by whoever takes them, and are not passed on to programs unless they are asked for.
public struct Pipe: Sendable {
    /// The end to read from.
    public let output: Int32
    /// The end to write to.
    public let input: Int32

    /// Makes a pipe.
    public init() throws(BenchmarkError) {
        var ends: [Int32] = [-1, -1]
        try BenchmarkError.check("pipe2", benchmark_pipe(&ends))
        output = ends[0]
        input = ends[1]
    }
}
