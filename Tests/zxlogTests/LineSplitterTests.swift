import Testing

@testable import zxlog

@Suite struct LineSplitterTests {
    private func lines(_ reads: [[UInt8]], limit: Int = LineSplitter.maximumLine) -> [String] {
        var splitter = LineSplitter(limit: limit)
        var lines: [String] = []
        for read in reads {
            splitter.append(read) { lines.append($0) }
        }
        splitter.finish { lines.append($0) }
        return lines
    }

    private func lines(_ text: String) -> [String] {
        lines([Array(text.utf8)])
    }

    @Test func `Each line is handed on without its end, the last also without one`() {
        #expect(lines("a\nb\n") == ["a", "b"])
        #expect(lines("a\nb") == ["a", "b"])
        #expect(lines("") == [])
        #expect(lines("\n\n") == ["", ""])
    }

    @Test func `A CR is dropped before a line's end, and nowhere else`() {
        #expect(lines("a\r\nb\rc\r\r\nd\r") == ["a", "b\rc\r", "d\r"])
        #expect(lines("\r\n") == [""])
    }

    @Test func `A stream split at any byte gives the same lines`() {
        let bytes = Array("one\r\nzwölf €\n\n👩‍👩‍👧 last".utf8)
        let expected = lines([bytes])
        for index in 0...bytes.count {
            #expect(lines([Array(bytes[..<index]), Array(bytes[index...])]) == expected)
        }
        #expect(lines(bytes.map { [$0] }) == expected)
    }

    @Test func `Bytes that are no UTF-8 are repaired, and a NUL is kept`() {
        #expect(lines([[0x61, 0xFF, 0x62, 0x0A, 0x61, 0x00, 0x62, 0x0A]]) == ["a\u{FFFD}b", "a\0b"])
        #expect(lines([[0xE2, 0x82, 0x0A]]) == ["\u{FFFD}"])
    }

    @Test func `Of a line that is too long the beginning is kept, what was lost is told, and the next is whole`() {
        var splitter = LineSplitter(limit: 4)
        var lines: [String] = []
        for read in ["abc", "def", "g\r\nnext\n", "12345"] {
            splitter.append(Array(read.utf8)) { lines.append($0) }
        }
        splitter.finish { lines.append($0) }
        #expect(lines == ["abcd", "next", "1234"])
        let excesses = splitter.takeExcesses()
        #expect(excesses == [LineSplitter.Excess(size: 8, kept: 4), LineSplitter.Excess(size: 5, kept: 4)])
        #expect(splitter.excesses.isEmpty)
    }
}
