import Foundation
import Testing

/// A run of `ZXKitEndingApp`: a program that ends in the way that a case of it names.
final class EndingApp {
    private let process = Process()
    private let input = Pipe()
    private let folder: URL

    /// The file that the program logs to.
    var file: URL { folder.appendingPathComponent("app.log") }
    private var outputFile: URL { folder.appendingPathComponent("output") }
    private var errorFile: URL { folder.appendingPathComponent("error") }

    /// Starts the program.
    init(_ name: String) throws {
        folder = FileManager.default.temporaryDirectory.appendingPathComponent("ends-\(UUID().uuidString)")
        try FileManager.default.createDirectory(at: folder, withIntermediateDirectories: false)
        let program = try #require(Bundle.main.executableURL).deletingLastPathComponent()
        process.executableURL = program.appendingPathComponent("ZXKitEndingApp")
        process.arguments = [name, file.path]
        process.environment = Self.environment
        process.standardInput = input
        process.standardOutput = try Self.emptyFile(at: outputFile)
        process.standardError = try Self.emptyFile(at: errorFile)
        try process.run()
    }

    deinit {
        if process.isRunning { kill() }
        try? FileManager.default.removeItem(at: folder)
    }

    /// Address sanitizer is told not to look for leaks: a forked child leaves what its parent's threads had as it is, and
    /// would have to report all of that.
    private static var environment: [String: String] {
        var variables = ProcessInfo.processInfo.environment
        variables["ASAN_OPTIONS", default: ""] += ":detect_leaks=0"
        return variables
    }

    private static func emptyFile(at url: URL) throws -> FileHandle {
        try Data().write(to: url)
        return try FileHandle(forWritingTo: url)
    }

    /// Tells a program, or the one child of it, that waits for that, to end. Somebody must wait. Not by the end of its input: other programs
    /// that were started meanwhile may have inherited it.
    func tellToEnd() {
        try? input.fileHandleForWriting.write(contentsOf: [0])
    }

    /// Ends the program as nothing else can.
    func kill() {
        Foundation.kill(process.processIdentifier, SIGKILL)
    }

    /// What it has printed so far.
    var output: String { (try? String(contentsOf: outputFile, encoding: .utf8)) ?? "" }
    var errorOutput: String { (try? String(contentsOf: errorFile, encoding: .utf8)) ?? "" }

    /// The lines that it has printed so far, the whole ones.
    var outputLines: [Substring] { output.split(separator: "\n", omittingEmptySubsequences: false).dropLast() }

    /// Waits until the program has ended, which it must.
    func waitForEnd(sourceLocation: SourceLocation = #_sourceLocation) async {
        // Twice: a program that waits for its children may take longer than one that doesn't.
        for _ in 0..<2 where process.isRunning {
            await eventually({ !process.isRunning }, sourceLocation: sourceLocation)
        }
        if process.isRunning { kill() }
        process.waitUntilExit()
    }

    /// Waits until the program has ended, which it must do well.
    func waitForGoodEnd(sourceLocation: SourceLocation = #_sourceLocation) async {
        await waitForEnd(sourceLocation: sourceLocation)
        #expect(endsWell, "\(errorOutput)", sourceLocation: sourceLocation)
    }

    private var endsWell: Bool { process.terminationReason == .exit && process.terminationStatus == 0 }

    /// The signal that ended the program, or `nil`.
    var endingSignal: Int32? {
        process.terminationReason == .uncaughtSignal ? process.terminationStatus : nil
    }

    // MARK: Files

    /// The lines of a file that it logged to, which must end with a line feed.
    func lines(of file: URL? = nil, sourceLocation: SourceLocation = #_sourceLocation) throws -> [Substring] {
        let text = try String(contentsOf: file ?? self.file, encoding: .utf8)
        #expect(text.isEmpty || text.hasSuffix("\n"), sourceLocation: sourceLocation)
        return text.split(separator: "\n", omittingEmptySubsequences: false).dropLast()
    }

    /// What the program logged itself, by the name that stands before each number: the numbers in the order in which they
    /// stand in the file. Every line must be whole.
    func numbers(of file: URL? = nil, sourceLocation: SourceLocation = #_sourceLocation) throws -> [String: [Int]] {
        var numbers: [String: [Int]] = [:]
        for line in try lines(of: file, sourceLocation: sourceLocation) where !line.contains(" zxkit: ") {
            guard let match = line.wholeMatch(of: Self.record), let number = Int(match.2) else {
                Issue.record("not a whole line: \(line)", sourceLocation: sourceLocation)
                continue
            }
            numbers[String(match.1), default: []].append(number)
        }
        return numbers
    }

    private static var record: Regex<(Substring, Substring, Substring)> {
        /[-0-9T:.]+Z [A-Z]+ +[-.a-z0-9]+: ([-a-z0-9]+) ([0-9]+) end \(ZXKitEndingApp\/[A-Za-z]+\.swift:[0-9]+\)/
    }
}
