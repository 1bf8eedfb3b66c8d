import Testing
import ZXKitLogCore

struct HelloLineTests {
    private static func code(_ line: String) -> WireRefusal.Code? {
        do {
            _ = try HelloLine(parsing: line)
            return nil
        } catch {
            return error.code
        }
    }

    @Test(arguments: WireEncoding.allCases)
    func `A line with an encoding alone has the protocol's defaults`(encoding: WireEncoding) throws {
        let line = try HelloLine(parsing: "ZXLOG/1 \(encoding.rawValue)")
        #expect(line.encoding == encoding)
        #expect(line.filter == RecordFilter(level: .info, labels: []))
        #expect(line.start == .oldest)
        #expect(line.heartbeat == nil)
        #expect([line.name, line.id, line.auth].allSatisfy { $0 == nil })
    }

    @Test func `Every key is read, in any order, and labels may repeat`() throws {
        let line = try HelloLine(
            parsing: "ZXLOG/1 json auth=s%20t label=b from=0123456789abcdef:18446744073709551615 id=fedcba9876543210 "
                + "name=Ada%27s%20Mac level=debug heartbeat=5 label=a.b")
        #expect(
            line
                == HelloLine(
                    encoding: .json, filter: RecordFilter(level: .debug, labels: ["b", "a.b"]),
                    start: .resume(boot: "0123456789abcdef", sequence: .max), heartbeat: 5, name: "Ada's Mac",
                    id: "fedcba9876543210", auth: "s t"))
    }

    @Test(arguments: ["to=come", "Level=bad", "LABEL=", "x=1 x=2", "x=", "=", "x=a=b"])
    func `An unknown key is ignored, whatever its value, and a key's case matters`(words: String) throws {
        #expect(try HelloLine(parsing: "ZXLOG/1 cbor \(words)") == HelloLine(encoding: .cbor))
    }

    @Test(
        arguments: [
            "", "ZXLOG", "ZXLOG/", "ZXLOG/x", "ZXLOG/+1", "zxlog/1 json", "GET / HTTP/1.1", " ZXLOG/1 json",
            "ZXLOG/1", "ZXLOG/1 ", "ZXLOG/1  json", "ZXLOG/1 json ", "ZXLOG/1 json  level=info",
            "ZXLOG/1 json level", "ZXLOG/1 json level=", "ZXLOG/1 json level=Info", "ZXLOG/1 json level=2",
            "ZXLOG/1 json level=info level=info", "ZXLOG/1 json from=now from=now", "ZXLOG/1 json name=a name=b",
            "ZXLOG/1 json id=a id=a", "ZXLOG/1 json auth=a auth=a", "ZXLOG/1 json heartbeat=5 heartbeat=5",
            "ZXLOG/1 json label=", "ZXLOG/1 json label=a label=", "ZXLOG/1 json from=", "ZXLOG/1 json from=later",
            "ZXLOG/1 json from=last:", "ZXLOG/1 json from=last:-1", "ZXLOG/1 json from=last:18446744073709551616",
            "ZXLOG/1 json from=0123456789ABCDEF:1", "ZXLOG/1 json from=0123:1", "ZXLOG/1 json heartbeat=0",
            "ZXLOG/1 json heartbeat=61", "ZXLOG/1 json heartbeat=-1", "ZXLOG/1 json heartbeat=1.5",
            "ZXLOG/1 json heartbeat=99999999999999999999", "ZXLOG/1 json name=a%", "ZXLOG/1 json name=a%2",
            "ZXLOG/1 json name=%zz", "ZXLOG/1 json name=%FF", "ZXLOG/1 json name=a/b", "ZXLOG/1 json name=a=b",
            "ZXLOG/1 json name=é", "ZXLOG/1 json x=é", "ZXLOG/1 json\tlevel=info", "ZXLOG/1 json x=\u{1B}",
            "ZXLOG/1 json\r", "ZXLOG/1 json x=1 \u{301}level=info",
        ])
    func `A line that breaks the rules is a bad request`(line: String) {
        #expect(Self.code(line) == .badRequest)
    }

    @Test(arguments: ["ZXLOG/0 cbor", "ZXLOG/2 cbor", "ZXLOG/2", "ZXLOG/999 x y  z"])
    func `Another version is told apart before anything else is read`(line: String) {
        #expect(Self.code(line) == .unsupportedVersion)
    }

    @Test(arguments: ["xml", "JSON", "cbor,json", "level=info"])
    func `Another encoding is refused as such`(encoding: String) {
        #expect(Self.code("ZXLOG/1 \(encoding)") == .unsupportedEncoding)
    }

    @Test func `A name has at most 64 bytes, counted after decoding`() throws {
        let longest = String(repeating: "%C3%A9", count: 32)
        #expect(try HelloLine(parsing: "ZXLOG/1 cbor name=\(longest)").name == String(repeating: "é", count: 32))
        #expect(Self.code("ZXLOG/1 cbor name=\(longest)a") == .badRequest)
    }

    @Test(arguments: [1, 60])
    func `A heartbeat is 1 to 60 seconds`(seconds: Int) throws {
        #expect(try HelloLine(parsing: "ZXLOG/1 cbor heartbeat=\(seconds)").heartbeat == seconds)
    }

    @Test func `A refused value is quoted in a form that can't drive what shows it`() {
        let refusal = #expect(throws: WireRefusal.self) {
            try HelloLine(parsing: "ZXLOG/1 cbor level=%1B%0A%E2%80%AE")
        }
        #expect(refusal?.explanation == "'%1B%0A%E2%80%AE' is no value for level")
    }

    @Test(
        arguments: [
            HelloLine(encoding: .cbor),
            HelloLine(
                encoding: .text, filter: RecordFilter(level: .critical, labels: ["a b", "é.🛰", "100%=\n"]),
                start: .last(.max), heartbeat: 60, name: "\u{0}\u{1B}", id: "", auth: "a=b c"),
            HelloLine(encoding: .json, start: .resume(boot: "0123456789abcdef", sequence: 0)),
            HelloLine(encoding: .json, start: .now, heartbeat: 1),
        ])
    func `A line that is written is ASCII, ends with its line feed, and reads back`(line: HelloLine) throws {
        let text = line.line
        #expect(text.last == "\n")
        let words = text.dropLast()
        #expect(words.utf8.allSatisfy { (0x20...0x7E).contains($0) })
        #expect(try HelloLine(parsing: String(words)) == line)
    }

    @Test func `A line is written in exactly this form`() {
        let line = HelloLine(
            encoding: .cbor, filter: RecordFilter(level: .debug, labels: ["a", "b c"]), start: .last(200), heartbeat: 5,
            name: "zxlog@host", id: "0123456789abcdef")
        #expect(
            line.line == "ZXLOG/1 cbor level=debug label=a label=b%20c from=last:200 heartbeat=5 name=zxlog%40host "
                + "id=0123456789abcdef\n")
    }
}
