internal import Glibc

/// What one measurement found: numbers by name. Between processes they are lines of a name and a number.
public struct Figures: Sendable {
    private var values: [String: Double] = [:]

    /// Reads the lines that a measuring process printed.
    public init(parsing text: String) throws(BenchmarkError) {
        for line in text.split(separator: "\n") {
            let words = line.split(separator: " ")
            guard words.count == 2, let value = Double(words[1]) else {
                throw BenchmarkError("not a figure: \(line)")
            }
            values[String(words[0])] = value
        }
    }

    /// The number of this name.
    public func value(_ name: String) throws(BenchmarkError) -> Double {
        guard let value = values[name] else { throw BenchmarkError("no figure \(name) was reported") }
        return value
    }
}

extension [Figures] {
    /// The median of the numbers of this name.
    public func median(_ name: String) throws(BenchmarkError) -> Double {
        var values: [Double] = []
        for figures in self {
            values.append(try figures.value(name))
        }
        return values.median
    }
}

/// Where a measuring process reports to: what its standard output was when it began, so that it may log there.
public struct Report: Sendable {
    private let descriptor: Int32

    /// Keeps the standard output of now.
    public init() throws(BenchmarkError) {
        descriptor = try BenchmarkError.check("fcntl", fcntl(STDOUT_FILENO, F_DUPFD_CLOEXEC, 3))
    }

    /// Reports a number.
    public func add(_ name: String, _ value: Double) {
        TextOutput.write("\(name) \(value)\n", to: descriptor)
    }

    /// Reports how many records the file must have in the end.
    public func addRecords(_ count: Int) {
        add("records", Double(count))
    }
}
