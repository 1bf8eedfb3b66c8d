internal import BenchmarkSupport
internal import Glibc

/// A program that measures, while it runs.
struct MeasuringProcess {
    let process: ChildProcess
    private let title: String
    private let input: Int32
    private let output: Int32

    /// Starts one for a measurement.
    init(_ measurement: Measurement, logFile: String, in place: Workplace) throws(BenchmarkError) {
        try self.init(
            place.path(of: measurement.program), [measurement.name, "\(measurement.count)", logFile],
            title: "\(measurement.program) \(measurement.name)")
    }

    /// Starts a program that reports as those that measure do.
    ///
    /// - Parameters:
    ///   - path: The program.
    ///   - arguments: What it is called with.
    ///   - title: What errors call it.
    /// - Throws: A program that can't be started.
    init(_ path: String, _ arguments: [String], title: String) throws(BenchmarkError) {
        let (input, output) = (try Pipe(), try Pipe())
        self.title = title
        process = try ChildProcess(path, arguments, input: input.output, output: output.input)
        close(input.output)
        close(output.input)
        self.input = input.input
        self.output = output.output
    }

    /// Waits until it has reported this.
    ///
    /// - Returns: What it reported so far.
    func wait(until name: String) throws(BenchmarkError) -> Figures {
        var text = ""
        var piece = [UInt8](repeating: 0, count: 4_096)
        while !text.split(separator: "\n").contains(where: { $0.hasPrefix("\(name) ") }) || !text.hasSuffix("\n") {
            let count = read(output, &piece, piece.count)
            guard count > 0 else { throw BenchmarkError("\(title) ended before it reported \(name)") }
            text += String(decoding: piece[..<count], as: UTF8.self)
        }
        return try Figures(parsing: text)
    }

    /// Sends it a line, for which it waits before it begins.
    func begin() throws(BenchmarkError) {
        try BenchmarkError.check("write", write(input, "\n", 1))
    }

    /// Ends its input, waits for its end, and returns what it reported and nobody read so far.
    @discardableResult
    func finish() throws(BenchmarkError) -> Figures {
        close(input)
        defer { close(output) }
        let text = try DescriptorReading.text(of: output)
        let status = try process.waitUntilEnded()
        guard status == 0 else { throw BenchmarkError("\(title) ended with status \(status)") }
        return try Figures(parsing: text)
    }
}
