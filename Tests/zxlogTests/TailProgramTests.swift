import Foundation
import Testing
import ZXKitLogger

/// The program itself, which needs no discovery for what is here.
@Suite(.timeLimit(.minutes(2))) struct TailProgramTests {
    private struct Outcome {
        let output: String
        let status: Int32
    }

    private func tail(_ arguments: [String]) throws -> Outcome {
        let process = Process()
        let output = Pipe()
        let folder = try #require(Bundle.main.executableURL).deletingLastPathComponent()
        process.executableURL = folder.appendingPathComponent("zxlog")
        process.arguments = ["tail"] + arguments + ["--utc", "--timeout", "60"]
        process.standardOutput = output
        process.standardError = FileHandle.nullDevice
        try process.run()
        let data = output.fileHandleForReading.readDataToEndOfFile()
        process.waitUntilExit()
        return Outcome(output: String(decoding: data, as: UTF8.self), status: process.terminationStatus)
    }

    private func path() -> String { "/tmp/zxkit-\(UUID().uuidString.prefix(8)).sock" }

    @Test func `An app is watched at the path where it listens`() async throws {
        let path = path()
        let system = try LogSystem(sinks: [BroadcastSink(name: "local", socketPath: path)])
        system.logger("app").info("hello")
        let outcome = try tail(["unix:\(path)", "--label", "app", "--count", "1"])
        #expect(outcome.status == 0)
        #expect(outcome.output.contains(" app: hello ("))
        #expect(outcome.output.hasSuffix("\n") && outcome.output.split(separator: "\n").count == 1)
        await system.shutdown()
    }

    @Test func `What two apps logged before comes from both, each in its order and with its source`() async throws {
        let paths = [path(), path()]
        let systems = try paths.map { try LogSystem(sinks: [BroadcastSink(name: "local", socketPath: $0)]) }
        for number in 0..<50 {
            systems[number % 2].logger("app").info("\(number)")
        }
        for system in systems { await system.flush() }
        let outcome = try tail(paths.map { "unix:\($0)" } + ["--label", "app", "--count", "50"])
        #expect(outcome.status == 0)
        for (index, path) in paths.enumerated() {
            let own = outcome.output.split(separator: "\n").filter { $0.hasPrefix("unix:\(path) | ") }
            let messages = own.compactMap { $0.firstMatch(of: #/ app: (\d+) /#).map { Int($0.1) } }
            #expect(messages == Array(stride(from: index, to: 50, by: 2)))
        }
        for system in systems { await system.shutdown() }
    }
}
