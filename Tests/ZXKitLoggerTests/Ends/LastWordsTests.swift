import Foundation
import Testing

@Suite struct LastWordsTests {
    private let words = "last words: segmentation fault"

    @Test func `A crash handler's line is in every file and on standard error, whole and once`() async throws {
        let app = try EndingApp("last-words")
        await app.waitForEnd()
        #expect(app.endingSignal == SIGSEGV)
        #expect(app.errorOutput == words + "\n")
        for file in [app.file, URL(fileURLWithPath: app.file.path + ".other")] {
            let lines = try app.lines(of: file)
            #expect(lines.filter { $0 == words }.count == 1)
            let before = lines.prefix { $0 != words }
            #expect(before.filter { $0.contains(" app: crash ") }.count == 1_000)
            #expect(lines.filter { $0 != words }.allSatisfy { $0.hasPrefix("20") && $0.hasSuffix(")") })
        }
    }

    @Test func `A forked child's line is in the file once, though it has opened it anew`() async throws {
        let app = try EndingApp("last-words-in-child")
        await app.waitForGoodEnd()
        #expect(app.errorOutput == words + "\n")
        #expect(try app.lines().filter { $0 == words }.count == 1)
        #expect(try app.lines().filter { $0.contains(" app: child ") }.count == 10)
    }
}
