internal import BenchmarkSupport
internal import Glibc

/// One side of a comparison: a program, and what it is to measure.
struct Measurement: Sendable {
    /// The programs that measure. All are called and answer in the same form.
    enum Program {
        case ours
        case oursCountingAllocations
        case spdlog
    }

    /// What the measured program's records must have come to.
    enum Check {
        /// A file with all of them and no gap.
        case file
        /// Nothing can be counted: there are no records, or nobody takes them.
        case none
    }

    let program: Program
    let name: String
    let count: Int
    var check = Check.file

    /// Measures once.
    ///
    /// - Throws: A program that failed, a record that didn't arrive, a gap.
    func run(in place: Workplace) throws(BenchmarkError) -> Figures {
        let path = place.file("\(name).log")
        defer { unlink(path) }
        let figures = try MeasuringProcess(self, logFile: path, in: place).finish()
        try checkRecords(in: path, against: figures)
        return figures
    }

    /// Checks what arrived.
    func checkRecords(in path: String, against figures: Figures) throws(BenchmarkError) {
        guard check == .file else { return }
        let expected = Int(try figures.value("records"))
        let found = try LogFileContent(of: path)
        guard found.gaps == 0, found.records == expected else {
            throw BenchmarkError(
                "\(program) \(name): \(expected) records were logged; in the file are \(found.records), and \(found.gaps) gaps"
            )
        }
    }
}

/// A program that measures, while it runs.
struct MeasuringProcess {
    let process: ChildProcess
    private let title: String
    private let input: Int32
    private let output: Int32

    /// Starts it.
    init(_ measurement: Measurement, logFile: String, in place: Workplace) throws(BenchmarkError) {
        let (input, output) = (try Pipe(), try Pipe())
        title = "\(measurement.program) \(measurement.name)"
        process = try ChildProcess(
            place.path(of: measurement.program), [measurement.name, "\(measurement.count)", logFile],
            input: input.output, output: output.input)
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
