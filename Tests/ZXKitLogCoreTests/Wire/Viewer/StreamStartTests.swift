import Testing
import ZXKitLogCore

struct StreamStartTests {
    @Test(
        arguments: [
            ("now", .now), ("oldest", .oldest), ("last:0", .last(0)), ("last:200", .last(200)),
            ("last:18446744073709551615", .last(.max)),
            ("0123456789abcdef:1", .resume(boot: "0123456789abcdef", sequence: 1)),
            ("ffffffffffffffff:18446744073709551615", .resume(boot: "ffffffffffffffff", sequence: .max)),
        ] as [(String, StreamStart)])
    func `A start reads from its text, and its text from it`(text: String, start: StreamStart) {
        #expect(StreamStart(text) == start)
        #expect(start.description == text)
    }

    @Test(
        arguments: [
            "", ":", "Now", "last", "last:", "last:+1", "last: 1", "last:1:2", "last:18446744073709551616",
            "0123456789abcdef", "0123456789abcdef:", "0123456789abcdef:-1", "0123456789abcde:1",
            "0123456789abcdeff:1", "0123456789abcdeF:1", "0123456789abcdeg:1", ":1", "last:\u{661}", "last:1\u{301}",
        ])
    func `Any other text is no start`(text: String) {
        #expect(StreamStart(text) == nil)
    }
}
