import Testing
import ZXKitLogCore

struct PercentEncodingTests {
    private static let plain = "ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789-._~:,"

    @Test func `Only the unreserved characters, the colon and the comma stay as they are`() {
        #expect(PercentEncoding.encode(Self.plain) == Self.plain)
        for number in UInt8(0)..<0x80 where !Self.plain.utf8.contains(number) {
            let text = String(UnicodeScalar(number))
            let encoded = PercentEncoding.encode(text)
            let digits = String(number, radix: 16, uppercase: true)
            #expect(encoded == (digits.count == 1 ? "%0" : "%") + digits)
            #expect(PercentEncoding.decode(encoded) == text)
            #expect(PercentEncoding.decode(text) == nil, "\(digits) must not stand in a value as it is")
        }
    }

    @Test(arguments: ["", "é空🛰", "e\u{301}", "100 %", "\0\n"])
    func `Any text comes back byte for byte`(text: String) throws {
        let decoded = try #require(PercentEncoding.decode(PercentEncoding.encode(text)))
        #expect(Array(decoded.utf8) == Array(text.utf8))
    }

    @Test func `Hexadecimal digits may be of either case`() {
        #expect(PercentEncoding.decode("%c3%A9") == "é")
    }

    @Test(arguments: ["%", "%4", "a%", "%g0", "%0g", "%%41", "%-1", "%FF", "%C3", "%ED%A0%80", "%C0%80", "é"])
    func `A broken escape and what is no UTF-8 are refused`(value: String) {
        #expect(PercentEncoding.decode(value) == nil)
    }
}
