import Testing
import ZXKitLogCore

struct ByteTextTests {
    @Test(arguments: ["", "plain", "é", "空欄", "🛰🏓", "aé空🛰z", "e\u{301}\u{323}", "👩‍👩‍👧‍👦", "\u{10FFFF}\0"])
    func `A beginning is the longest that fits and ends on a scalar boundary`(text: String) {
        for limit in -1...text.utf8.count + 1 {
            let prefix = text.prefix(utf8Bytes: limit)
            var longest = String.UnicodeScalarView()
            var size = 0
            for scalar in text.unicodeScalars {
                size += Unicode.UTF8.width(scalar)
                guard size <= limit else { break }
                longest.append(scalar)
            }
            #expect(Array(prefix.utf8) == Array(String(longest).utf8), "\(limit) bytes")
        }
    }

    @Test(
        arguments: [
            (0, 1, "0"), (0, 4, "0000"), (7, 1, "7"), (7, 2, "07"), (10, 1, "10"), (1_677, 4, "1677"),
            (12_345, 4, "12345"), (.max, 1, "9223372036854775807"), (99, 0, "99"),
        ] as [(Int, Int, String)])
    func `A number is filled with zeros up to its width, and never cut`(number: Int, width: Int, text: String) {
        var bytes: [UInt8] = []
        bytes.append(decimal: number, width: width)
        #expect(String(decoding: bytes, as: UTF8.self) == text)
    }

    @Test(
        arguments: [
            (0, 16, "0000000000000000"), (0xABC, 4, "0abc"), (0xABCDE, 4, "abcde"), (.max, 1, "ffffffffffffffff"),
        ] as [(UInt64, Int, String)])
    func `A number in hexadecimal is lower case and filled with zeros`(number: UInt64, width: Int, text: String) {
        var bytes: [UInt8] = []
        bytes.append(hexadecimal: number, width: width)
        #expect(String(decoding: bytes, as: UTF8.self) == text)
    }
}
