import Testing
import ZXKitLogCore

struct ServiceTextTests {
    private static let text = ServiceText(
        name: "checkout", id: "0123456789abcdef", boot: "fedcba9876543210", processID: 4_242, host: "web-1")

    private static func read(_ strings: [String]) -> ServiceText {
        ServiceText(strings: strings.map { Array($0.utf8) })
    }

    @Test func `An app is advertised with the protocol's keys and values`() {
        #expect(
            Self.text.strings.map { String(decoding: $0, as: UTF8.self) } == [
                "node=ZXKitLoggerBonjour", "v=1", "name=checkout", "id=0123456789abcdef", "boot=fedcba9876543210",
                "enc=cbor,json,text", "access=open", "pid=4242", "host=web-1",
            ])
    }

    @Test func `What is advertised reads back, in any order`() {
        #expect(ServiceText(strings: Self.text.strings) == Self.text)
        #expect(ServiceText(strings: Self.text.strings.reversed()) == Self.text)
    }

    @Test(arguments: ["x", "é", "空", "🛰"])
    func `The longest names leave all strings below 400 bytes, and cut on a scalar boundary`(character: String) {
        var text = Self.text
        text.name = String(repeating: character, count: 1_000)
        text.host = text.name
        text.processID = .max
        text.access = "passcode"
        let strings = text.strings
        // In DNS each string also has a byte for its length.
        #expect(strings.reduce(0) { $0 + 1 + $1.count } < ServiceText.maximumSize)
        #expect(strings.allSatisfy { $0.count <= 255 })
        let back = ServiceText(strings: strings)
        #expect(back.name?.isEmpty == false)
        #expect(back.name?.unicodeScalars.allSatisfy { String($0) == character } == true)
        #expect(back.host == back.name)
    }

    @Test func `Keys are read in any case, and the first of a repeated key counts`() {
        let text = Self.read(["V=1", "NAME=a", "name=b", "Enc=json", "pid=7"])
        #expect(text.version == 1)
        #expect(text.name == "a")
        #expect(text.encodings == ["json"])
        #expect(text.processID == 7)
        #expect(Self.read(["name", "name=b"]).name == nil, "a key without a value is there all the same")
    }

    @Test func `A service without v is an ancestor's`() {
        let text = Self.read(["node=ZXKitLoggerBonjour"])
        #expect(text.node == ServiceText.node)
        #expect(text.version == nil)
        #expect([text.name, text.id, text.boot, text.access, text.host].allSatisfy { $0 == nil })
        #expect(text.encodings == [])
        #expect(ServiceText(strings: []).node == nil)
    }

    @Test func `A value may hold anything, an equals sign too, and unknown keys are ignored`() {
        let text = Self.read(["name=a=b", "id=", "other=1", "=x", "", "host=\u{1F6F0}"])
        #expect(text.name == "a=b")
        #expect(text.id == "")
        #expect(text.host == "\u{1F6F0}")
        #expect(ServiceText(strings: [Array("name=".utf8) + [0xFF, 0x41]]).name == "\u{FFFD}A")
    }

    @Test(arguments: ["", "+1", "-1", "1.0", "one", "99999999999999999999", "9223372036854775808"])
    func `What is no decimal number is no version and no process`(value: String) {
        let text = Self.read(["v=\(value)", "pid=\(value)"])
        #expect(text.version == nil)
        #expect(text.processID == nil)
    }
}
