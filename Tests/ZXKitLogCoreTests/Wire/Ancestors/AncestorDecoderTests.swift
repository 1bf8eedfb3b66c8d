import Testing

@testable import ZXKitLogCore

@Suite struct AncestorDecoderTests {
    private static func header(_ type: Int = 1, second: Int = 7) -> String {
        "\(type)|File: A.swift -- Line: 4 -- Function:A.swift.f(_:) ----|165942912\(second).5|"
    }

    /// All records, with a flush at the end.
    private func records(_ pieces: some Sequence<some Collection<UInt8>>) throws -> [LogRecord] {
        var decoder = AncestorDecoder()
        var records: [LogRecord] = []
        for piece in pieces {
            decoder.append(piece)
            while let record = try decoder.next() { records.append(record) }
        }
        if let last = decoder.flush() { records.append(last) }
        return records
    }

    private func messages(_ text: String) throws -> [String] {
        try records([Array(text.utf8)]).map(\.message)
    }

    @Test(arguments: zip([0, 1, 2, 4, 8], [LogLevel.debug, .info, .warning, .error, .info]))
    func `A record has what its header says`(_ type: Int, _ level: LogLevel) throws {
        let record = try #require(try records([Array("\(Self.header(type))hello".utf8)]).first)
        #expect(record.level == level && record.message == "hello" && record.sequence == 0)
        #expect(record.file == "A.swift" && record.line == 4 && record.function == "A.swift.f(_:)")
        #expect(record.time == LogTime(nanosecondsSince1970: 1_659_429_127_500_000_000))
        #expect(record.metadata == (type == 8 ? ["privacy": "encrypted"] : [:]))
    }

    private static let contents = [
        "plain", "", "with | and || bars", "a\nb\r\n", "🙂 é", "1|File: nearly",
        "9|File: x -- Line: 1 -- Function:f ----|1.5|no", "7",
        "1|", "0|File: a -- Line: b ----|1.5|", "||File: ", "4",
    ]

    @Test func `Glued records come out whole, whatever their contents`() throws {
        let text = Self.contents.map { Self.header() + $0 }.joined()
        #expect(try messages(text) == Self.contents)
    }

    @Test func `However the stream is cut into reads, the same records come out`() throws {
        let bytes = Array(Self.contents.map { Self.header() + $0 }.joined().utf8)
        for size in 1...60 {
            let pieces = stride(from: 0, to: bytes.count, by: size).map { bytes[$0..<min($0 + size, bytes.count)] }
            #expect(try records(pieces).map(\.message) == Self.contents, "in pieces of \(size)")
        }
    }

    @Test func `After a silence the last record is shown, and what still comes of it is shown too`() throws {
        var decoder = AncestorDecoder()
        decoder.append(Array("garbage\(Self.header(2))begin".utf8))
        #expect(try decoder.next() == nil)
        #expect(decoder.flush()?.message == "begin")
        #expect(!decoder.hasOpenRecord && decoder.flush() == nil)
        decoder.append(Array(" end\(Self.header(4))next".utf8))
        let rest = try decoder.next()
        #expect(rest?.message == " end" && rest?.level == .warning)
        #expect(decoder.flush()?.message == "next")
    }

    @Test func `A header that a silence cuts is waited for`() throws {
        var decoder = AncestorDecoder()
        let second = Array(Self.header(4, second: 8).utf8)
        for cut in 1..<second.count {
            decoder.append(Array(Self.header(second: 1).utf8) + Array("a".utf8) + second[..<cut])
            while try decoder.next() != nil {}
            // A digit alone is content as far as anybody knows.
            #expect(decoder.flush()?.message == (cut == 1 ? "a4" : "a"), "cut at \(cut)")
            // There is nothing to wait for by itself.
            #expect(!decoder.hasOpenRecord && decoder.flush() == nil, "cut at \(cut)")
            decoder.append(Array(second[cut...]) + Array("b".utf8))
            while try decoder.next() != nil {}
            #expect(decoder.flush()?.level == .error, "cut at \(cut)")
        }
    }

    @Test func `A character that a silence cuts comes out whole`() throws {
        let bytes = Array("\(Self.header())aé空🙂b".utf8)
        for cut in bytes.indices.dropFirst(Self.header().utf8.count) {
            var decoder = AncestorDecoder()
            decoder.append(bytes[..<cut])
            #expect(try decoder.next() == nil)
            let first = decoder.flush()?.message ?? ""
            decoder.append(bytes[cut...])
            #expect(try decoder.next() == nil)
            #expect(first + (decoder.flush()?.message ?? "") == "aé空🙂b", "cut at \(cut)")
        }
    }

    @Test func `At the end what was held back comes out too`() throws {
        var decoder = AncestorDecoder()
        decoder.append(Array("\(Self.header())a1|Fi".utf8))
        #expect(try decoder.next() == nil)
        #expect(decoder.flush()?.message == "a")
        #expect(decoder.finish()?.message == "1|Fi")
        #expect(decoder.finish() == nil)
    }

    @Test func `Our own lines for such viewers are read back`() throws {
        let record = LogRecord(
            sequence: 1, time: LogTime(nanosecondsSince1970: 1_659_429_123_000_456_000), level: .error, label: "l",
            message: "a|b", file: "Shop/Orders.swift", function: "accept(_:)", line: 42)
        let bytes = AncestorPieces.pieces(of: .record(record)).flatMap { $0 }
        let read = try #require(try records([bytes]).first)
        #expect(read.message == "a|b" && read.level == .error && read.file == "Orders.swift" && read.line == 42)
        #expect(read.time == record.time)
    }

    @Test func `A stream without a record's beginning ends after four megabytes, and keeps no more than that`() throws {
        var decoder = AncestorDecoder()
        let piece = Array(repeating: UInt8(ascii: "1"), count: 1_000_000)
        for _ in 0..<4 {
            decoder.append(piece)
            #expect(try decoder.next() == nil)
        }
        decoder.append(piece)
        #expect(throws: WireError.self) { try decoder.next() }
    }

    @Test(arguments: ["1|File: ", "1|File: x -- Line: 1 -- Function:f ----|", "8|File: x ----|1.1|"])
    func `Beginnings without end take no time to speak of`(_ beginning: String) throws {
        let bytes = Array(String(repeating: beginning, count: 1_000_000 / beginning.utf8.count).utf8)
        let start = ContinuousClock.now
        _ = try records([bytes])
        #expect(ContinuousClock.now - start < .seconds(30))
    }
}
