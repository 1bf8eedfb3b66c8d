internal import BenchmarkSupport
internal import Glibc

/// Where benchmarks run: the programs that measure, and a folder for what they write.
struct Workplace: Sendable {
    let effort: Effort
    private let folder: String
    private let peers: String
    private let ours: String

    /// Makes the folder, below `TMPDIR` or `/tmp`.
    init(peers: String, effort: Effort) throws(BenchmarkError) {
        self.peers = peers
        self.effort = effort
        ours = try Self.folderOfThisProgram()
        folder = try Self.temporaryFolder()
    }

    /// The path of a program that measures.
    func path(of program: Measurement.Program) -> String {
        switch program {
        case .ours: "\(ours)/Measure"
        case .oursCountingAllocations: "\(ours)/MeasureAllocations"
        case .spdlog: path(ofPeer: "spdlog")
        }
    }

    /// The path of a program of the peers' side.
    func path(ofPeer name: String) -> String { "\(peers)/\(name)" }

    /// The path of a file with this name, in the folder.
    func file(_ name: String) -> String { "\(folder)/\(name)" }

    /// Removes the folder, which must be empty by now.
    func remove() {
        rmdir(folder)
    }

    private static func folderOfThisProgram() throws(BenchmarkError) -> String {
        guard let path = realpath("/proc/self/exe", nil) else { throw .system("realpath") }
        defer { free(path) }
        return String(cString: path).split(separator: "/").dropLast().map { "/" + $0 }.joined()
    }

    private static func temporaryFolder() throws(BenchmarkError) -> String {
        let parent = getenv("TMPDIR").map { String(cString: $0) } ?? "/tmp"
        var template = Array("\(parent)/zxkit-benchmarks.XXXXXX".utf8CString)
        guard mkdtemp(&template) != nil else { throw .system("mkdtemp in \(parent)") }
        return String(decoding: template.dropLast().map { UInt8(bitPattern: $0) }, as: UTF8.self)
    }
}
