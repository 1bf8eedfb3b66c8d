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
