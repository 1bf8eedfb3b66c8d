import Foundation
import Testing

/// Programs that end without a shutdown.
@Suite(.serialized) struct ExitTests {
    @Test(arguments: ["exit", "dropped"])
    func `A normal end delivers what was logged`(name: String) async throws {
        let app = try EndingApp(name)
        await app.waitForGoodEnd()
        #expect(try app.numbers() == [name: Array(0..<1_000)])
    }

    @Test func `A return from main delivers what was logged, by every system`() async throws {
        let app = try EndingApp("return")
        await app.waitForGoodEnd()
        #expect(try app.numbers() == ["first": Array(0..<1_000)])
        let other = URL(fileURLWithPath: app.file.path + ".other")
        #expect(try app.numbers(of: other) == ["second": Array(0..<1_000)])
    }

    @Test func `A handler that runs first may log, and one that runs last does no harm`() async throws {
        let app = try EndingApp("handlers")
        await app.waitForGoodEnd()
        #expect(try app.numbers() == ["handler": Array(0..<1_000)])
        #expect(app.output == "the handler that runs last is done\n")
    }

    @Test func `A sink that stands still keeps neither the end nor the other sinks`() async throws {
        let app = try EndingApp("stuck-sink")
        await app.waitForGoodEnd()
        #expect(try app.numbers() == ["stuck": Array(0..<1_000)])
    }

    @Test func `Threads that go on logging while the process ends do no harm`() async throws {
        let app = try EndingApp("busy")
        await app.waitForGoodEnd()
        // How much can be written within the deadline, behind all that the others logged, depends on the machine.
        let own = try app.lines().filter { $0.contains(" app: busy ") }
        for (number, line) in own.enumerated() {
            #expect(line.contains(" busy \(number) end "))
        }
        // Calls that waited for room are told to wait no longer, and what is lost so is a gap.
        #expect(try app.lines().allSatisfy { $0.hasSuffix(")") || $0.hasPrefix("-- ") && $0.hasSuffix(" --") })
        #expect(try app.lines().count >= 1_000)
    }

    @Test func `A sink that ends the process doesn't wait for itself`() async throws {
        let app = try EndingApp("exit-in-sink")
        await app.waitForGoodEnd()
        // The app's thread goes on logging when the sink ends the process: so it may be a part, from the beginning.
        let numbers = try app.numbers()["sink"] ?? []
        #expect(!numbers.isEmpty && numbers == Array(0..<numbers.count))
    }

    @Test func `What a thread's last destructors log is delivered`() async throws {
        let app = try EndingApp("thread-destructor")
        await app.waitForGoodEnd()
        #expect(try app.numbers() == ["thread": Array(0..<10), "destructor": Array(0..<10)])
    }
}
