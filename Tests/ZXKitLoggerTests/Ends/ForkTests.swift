import Foundation
import Testing
import ZXKitLogPOSIX
import ZXKitLogger

/// Programs that fork, as C code can.
@Suite(.serialized) struct ForkTests {
    @Test func `Parent and child log to one file, each all of its own`() async throws {
        let app = try EndingApp("fork")
        await app.waitForGoodEnd()
        let numbers = try app.numbers()
        #expect(numbers["before"] == Array(0..<100))
        #expect(numbers["parent"] == Array(0..<1_000))
        #expect(numbers["child"] == Array(0..<1_000))
        #expect(numbers["child-new"] == Array(0..<10))
        #expect(numbers["child-thread-0"] == Array(0..<100))
        #expect(numbers["child-thread-1"] == Array(0..<100))
        #expect(numbers.count == 6)
    }

    @Test func `A record that is open when its own description forks is logged by both`() async throws {
        let app = try EndingApp("fork-in-call")
        await app.waitForGoodEnd()
        let texts = try app.lines().compactMap {
            $0.split(separator: " ").dropFirst(3).prefix(2).joined(separator: " ")
        }
        #expect(texts.sorted() == ["the child", "the parent"])
    }

    @Test func `A child keeps the levels that were set, and its calls still wait for the file`() async throws {
        let app = try EndingApp("fork-with-levels")
        await app.waitForGoodEnd()
        #expect(try app.numbers() == ["child-verbose": [0], "child-error": [0]])
    }

    @Test func `Forks amid threads that log, flush and make loggers leave both sides whole`() async throws {
        let app = try EndingApp("fork-under-load")
        await app.waitForGoodEnd()
        let numbers = try app.numbers()
        for round in 0..<50 {
            #expect(numbers["child-\(round)"] == Array(0..<20))
        }
        for thread in 0..<2 {
            let own = numbers["thread-\(thread)"] ?? []
            #expect(own.count >= 1_000 && own == Array(0..<own.count))
        }
        #expect(numbers.count == 52)
    }

    @Test func `A child that doesn't log has no thread, no socket, nothing to wait for, and nothing to write`()
        async throws
    {
        let app = try EndingApp("fork-silently")
        await app.waitForGoodEnd()
        #expect(try app.numbers() == ["parent": Array(0..<100), "parent-later": Array(0..<100)])
    }

    @Test func `A program that a child becomes has nothing of ours open`() async throws {
        let app = try EndingApp("fork-and-exec")
        await app.waitForGoodEnd()
        try #require(app.outputLines.count == 2)
        #expect(app.outputLines[0].contains("2="))
        #expect(app.outputLines[0] == app.outputLines[1])
    }

    @Test func `A viewer sees its app end although a child lives on`() async throws {
        let app = try EndingApp("fork-and-live")
        await eventually { app.outputLines.count == 1 }
        let port = try #require(app.outputLines.first.flatMap { UInt16($0) })
        let viewer = try await RawViewer(port: port, sending: "ZXLOG/1 json\n")
        try await viewer.read { $0.text.contains("parent 0 end") }
        await eventually { app.outputLines.count == 2 }
        let child = try #require(app.outputLines.last.flatMap { pid_t($0) })
        app.kill()
        try await viewer.read { $0.hasEnded }
        #expect(viewer.hasEnded)
        #expect(kill(child, 0) == 0)
        app.tellToEnd()
        await eventually { kill(child, 0) != 0 || isZombie(child) }
    }

    @Test func `A child that logs can be watched at a port of its own, and has its parent's taken told`() async throws {
        let app = try EndingApp("fork-and-watch")
        await eventually { !app.outputLines.isEmpty }
        let port = try #require(app.outputLines.first.flatMap { UInt16($0) })
        let viewer = try await RawViewer(port: port, sending: "ZXLOG/1 json\n")
        try await viewer.read { $0.text.contains("child 0 end") && $0.text.contains("is tried again") }
        app.tellToEnd()
        await app.waitForGoodEnd()
        #expect(try app.numbers() == ["child": [0]])
    }
}

/// Whether a process has ended and only its entry is left: nobody may be there to take it.
private func isZombie(_ process: pid_t) -> Bool {
    let text = try? String(contentsOfFile: "/proc/\(process)/stat", encoding: .utf8)
    return text?.split(separator: ")").last?.hasPrefix(" Z") ?? true
}
