import Testing
import ZXKitDiscovery

struct ServiceNameTests {
    @Test func `A name of 63 bytes or less stays as it is`() {
        let longest = String(repeating: "x", count: 63)
        #expect(ServiceName.fitting(longest) == longest)
        #expect(ServiceName.fitting("checkout-web1-4711") == "checkout-web1-4711")
        #expect(ServiceName.fitting("") == "")
    }

    @Test(arguments: ["x", "é", "日", "🙂"])
    func `A longer name is cut where a scalar ends, however many bytes stand before it`(scalar: String) {
        for prefix in 0..<8 {
            let name = String(repeating: "-", count: prefix) + String(repeating: scalar, count: 64)
            let cut = ServiceName.fitting(name)
            #expect(name.unicodeScalars.starts(with: cut.unicodeScalars))
            #expect(cut.utf8.count <= 63)
            #expect(cut.utf8.count + scalar.utf8.count > 63)
        }
    }

    @Test func `A letter and its accent may be parted, the bytes of neither`() {
        let name = String(repeating: "x", count: 62) + "e\u{301}"
        #expect(ServiceName.fitting(name) == String(repeating: "x", count: 62) + "e")
    }
}
