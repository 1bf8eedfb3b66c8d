import Testing
import ZXKitLogCore

struct ViewerCommandTests {
    @Test(
        arguments: [
            ("set", RecordFilter()),
            ("set ", RecordFilter()),
            ("set level=trace", RecordFilter(level: .trace)),
            ("set label=a%20b label=c", RecordFilter(labels: ["a b", "c"])),
            ("set to=come level=error", RecordFilter(level: .error)),
        ] as [(String, RecordFilter)])
    func `A new filter takes the default of what it leaves out`(line: String, filter: RecordFilter) throws {
        #expect(try ViewerCommand(parsing: line) == .set(filter))
    }

    @Test(
        arguments: [
            "set level", "set level=", "set level=loud", "set level=info level=info", "set label=", "set label=%",
            "set  level=info", "set level=info ", "set label=a/b",
        ])
    func `A bad filter is a bad request`(line: String) {
        let refusal = #expect(throws: WireRefusal.self) { try ViewerCommand(parsing: line) }
        #expect(refusal?.code == .badRequest)
    }

    @Test(
        arguments: [
            ("ping", ""), ("ping ", ""), ("ping 7", "7"), ("ping a b  c", "a b  c"), ("ping  x", " x"),
            ("ping \u{301}x", "\u{301}x"),
        ])
    func `A ping's token is the rest of its line`(line: String, token: String) throws {
        guard case .ping(let got) = try ViewerCommand(parsing: line) else {
            Issue.record("not a ping")
            return
        }
        #expect(Array(got.utf8) == Array(token.utf8))
    }

    @Test func `A token is cut to 64 bytes on a scalar boundary`() throws {
        let line = "ping a" + String(repeating: "é", count: 500)
        #expect(try ViewerCommand(parsing: line) == .ping(token: "a" + String(repeating: "é", count: 31)))
    }

    @Test(arguments: ["", "h", "hh", "Set level=loud", "setlevel", "pings", " ping", "to come", "\0", "\u{FFFD}"])
    func `Any other line is a sign of life`(line: String) throws {
        #expect(try ViewerCommand(parsing: line) == .signOfLife)
    }
}
