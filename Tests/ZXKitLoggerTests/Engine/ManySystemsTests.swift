import Foundation
import Testing
import ZXKitLogger

/// In processes of their own, whose threads and descriptors are theirs alone.
@Suite struct ManySystemsTests {
    @Test func `Systems that are made, used and dropped leave no thread, descriptor or memory behind`() async {
        await #expect(processExitsWith: .success) {
            try await useSystem()
            try await eventually { try ownThreads().isEmpty }
            // Swift's own runtime opens a few when it likes.
            let descriptors = try entries("/proc/self/fd").count + 8
            for _ in 0..<100 { try await useSystem() }
            try await eventually { try ownThreads().isEmpty }
            let memory = try residentBytes()
            for _ in 0..<400 { try await useSystem() }
            try await eventually { try ownThreads().isEmpty && entries("/proc/self/fd").count <= descriptors }
            // Each of them had buffers of more than 128 KiB in use: 400 that stayed would take 50 MiB.
            #expect(try residentBytes() - memory < 32 * 1_024 * 1_024)
        }
    }

    @Test func `Systems that are made and never used make no threads`() async {
        await #expect(processExitsWith: .success) {
            var systems: [LogSystem] = []
            for _ in 0..<500 {
                systems.append(try LogSystem(sinks: [MemorySink(), FileSink("/dev/null")]))
            }
            #expect(try ownThreads().isEmpty)
            // One that is used shows that they would be seen.
            systems[250].logger("a").info("one")
            try await eventually { try !ownThreads().isEmpty }
            systems.removeAll()
            try await eventually { try ownThreads().isEmpty }
        }
    }
}

/// Makes a system with sinks of all kinds, logs to it, and drops it without a shutdown.
private func useSystem() async throws {
    let broadcast = BroadcastSink(name: "many", access: .loopback, isAdvertised: false)
    let system = try LogSystem(sinks: [MemorySink(), FileSink("/dev/null"), broadcast], options: .blocking)
    let log = system.logger("a")
    for number in 0..<50 {
        log.info("\(number) \(String(repeating: "x", count: 1_000))")
    }
    await system.flush(deadline: .seconds(30))
}

/// The names of the library's threads that there are in this process.
private func ownThreads() throws -> [String] {
    try entries("/proc/self/task")
        .compactMap { try? String(contentsOfFile: "/proc/self/task/\($0)/comm", encoding: .utf8) }
        .filter { $0.hasPrefix("zxkit-") }
}

private func entries(_ folder: String) throws -> [String] {
    try FileManager.default.contentsOfDirectory(atPath: folder)
}

/// What of this process lies in memory (proc_pid_status(5)).
private func residentBytes() throws -> Int {
    let status = try String(contentsOfFile: "/proc/self/status", encoding: .utf8)
    let line = try #require(status.split(separator: "\n").first { $0.hasPrefix("VmRSS:") })
    return try #require(line.split(separator: " ").compactMap { Int($0) }.first) * 1_024
}
