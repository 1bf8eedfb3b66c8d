import Testing
import ZXKitLogCore

struct WireRefusalTests {
    private static let codes: [(WireRefusal.Code, String)] = [
        (.badRequest, "bad-request"), (.unsupportedVersion, "unsupported-version"),
        (.unsupportedEncoding, "unsupported-encoding"), (.unauthorized, "unauthorized"), (.busy, "busy"),
        (.timeout, "timeout"), (.wrongApp, "wrong-app"), (.tooSlow, "too-slow"), (.shutdown, "shutdown"),
    ]

    @Test(arguments: codes)
    func `A refusal is one line that reads back`(code: WireRefusal.Code, name: String) {
        let refusal = WireRefusal(code, "why it is so")
        #expect(refusal.line == "ZXLOG/1 error \(name) why it is so\n")
        #expect(WireRefusal(line: String(refusal.line.dropLast())) == refusal)
    }

    @Test func `A code to come is kept, and an explanation may be missing`() {
        #expect(WireRefusal(line: "ZXLOG/1 error new-code x") == WireRefusal(.init(rawValue: "new-code"), "x"))
        #expect(WireRefusal(line: "ZXLOG/1 error busy") == WireRefusal(.busy, ""))
        #expect(WireRefusal(line: "ZXLOG/1 error busy ") == WireRefusal(.busy, ""))
        #expect(WireRefusal(line: "ZXLOG/1 error busy  a  b") == WireRefusal(.busy, " a  b"))
    }

    @Test(arguments: ["", "ZXLOG/1", "ZXLOG/1 error", "ZXLOG/1 error ", "ZXLOG/1 json", "ZXLOG/2 error busy", "zxlog"])
    func `Another line is no refusal`(line: String) {
        #expect(WireRefusal(line: line) == nil)
    }
}
