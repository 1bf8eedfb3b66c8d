import Testing

@testable import zxlog

@Suite struct TailTargetTests {
    @Test(arguments: [
        ("localhost:80", "localhost", 80), ("10.77.0.1:4242", "10.77.0.1", 4242), ("[::1]:80", "::1", 80),
        ("[fd77::1]:65535", "fd77::1", 65_535), ("a.example:1", "a.example", 1), ("[fe80::1%1]:7", "fe80::1%1", 7),
    ])
    func `A host and a port are an address`(word: String, host: String, port: UInt16) throws {
        #expect(try TailTarget.parse(word) == .address(host: host, port: port))
        #expect(try TailTarget.parse(word).description == word)
    }

    @Test func `What begins with unix: is a path of this machine`() throws {
        #expect(try TailTarget.parse("unix:/run/app.sock") == .path("/run/app.sock"))
        #expect(try TailTarget.parse("unix:app:80").description == "unix:app:80")
        #expect(throws: UsageError.self) { try TailTarget.parse("unix:") }
        #expect(throws: UsageError.self) { try TailTarget.parse("unix:/" + String(repeating: "x", count: 107)) }
    }

    @Test(arguments: ["checkout", "checkout-web-1-4242", "my app", "a:b", "a:80b", ":80", "a:", "über", "80", "x #2"])
    func `Everything else is a name`(word: String) throws {
        #expect(try TailTarget.parse(word) == .name(word))
    }

    @Test(arguments: [
        "", "::1", "fd77::1:80", "10.77.0.1", "[::1]", "[::1]:", "[::1]:0", "[::1]:x", "[::1", "[host]:80",
        "[10.77.0.1]:80", "host:0", "host:65536", "host:999999", "::ffff:1:2:99999",
    ])
    func `What is nearly an address is refused, not taken for a name`(word: String) {
        #expect(throws: UsageError.self) { try TailTarget.parse(word) }
    }

    @Test func `A name that looks like an address says why it is none`() {
        #expect(TailTarget.reasonToBeName("foo:bar") == "foo:bar is taken as a name, since bar is no port")
        #expect(TailTarget.reasonToBeName("foo:80b") == "foo:80b is taken as a name, since 80b is no port")
    }

    @Test(arguments: ["checkout", "a:b:c", "a::b", "a:", ":b", ":80", "localhost:80", "[::1]:80", ""])
    func `Any other name has nothing to explain`(name: String) {
        #expect(TailTarget.reasonToBeName(name) == nil)
    }

    @Test func `A name is the plain name or the instance name, and exactly that`() {
        let app = service("checkout", instance: "checkout-web-1-77")
        #expect(TailTarget.name("checkout").matches(app))
        #expect(TailTarget.name("checkout-web-1-77").matches(app))
        #expect(!TailTarget.name("check").matches(app))
        #expect(!TailTarget.name("Checkout").matches(app))
        #expect(!TailTarget.name("checkout-web-1").matches(app))
    }

    @Test func `An address is no name`() {
        #expect(!TailTarget.address(host: "checkout", port: 80).matches(service("checkout")))
    }
}
