import Testing
import ZXKitLogCore

@testable import ZXKitLoggerReceiver

struct ItemStreamTests {
    private static let items = [hello(), record(1), gap(2...3, .overrun), heartbeat(next: 4, done: 4), record(4)]

    private func items(of chunks: [ArraySlice<UInt8>]) throws -> [WireItem] {
        var stream = ItemStream(doing: "testing")
        var items: [WireItem] = []
        for chunk in chunks {
            stream.append(Array(chunk))
            while let item = try stream.next() { items.append(item) }
        }
        return items
    }

    private func trouble(in text: String, chunk: Int) -> ReceiverError? {
        let bytes = Array(text.utf8)
        var stream = ItemStream(doing: "testing")
        do {
            for start in stride(from: 0, to: bytes.count, by: chunk) {
                stream.append(Array(bytes[start..<min(start + chunk, bytes.count)]))
                while try stream.next() != nil {}
            }
            return stream.endOfStream()
        } catch {
            return error
        }
    }

    @Test func `A stream split at any byte gives the same items`() throws {
        let bytes = frames(Self.items)
        for split in 0...bytes.count {
            #expect(try items(of: [bytes[..<split], bytes[split...]]) == Self.items, "split at \(split)")
        }
    }

    @Test func `A stream that comes byte by byte, or all at once, gives the same items`() throws {
        let bytes = frames(Self.items)
        #expect(try items(of: bytes.indices.map { bytes[$0...$0] }) == Self.items)
        #expect(try items(of: [bytes[...]]) == Self.items)
    }

    @Test(arguments: [1, 3, 5, 100])
    func `A refusal is read whole however it is cut`(chunk: Int) throws {
        let error = try #require(trouble(in: "ZXLOG/1 error busy 64 viewers\u{1B}[2J already\n", chunk: chunk))
        #expect(error.code == .refused)
        #expect(error.refusalCode == "busy")
        #expect(error.cause == "the app refused (busy): 64 viewers\\u{1B}[2J already")
    }

    @Test func `A refusal without its line feed counts at the end of the stream`() {
        #expect(trouble(in: "ZXLOG/1 error busy enough", chunk: 100)?.refusalCode == "busy")
    }

    @Test(arguments: [
        "HTTP/1.1 400 Bad Request\r\n", "ZXLOG/1 welcome\n", "\0\0\0\u{05}hello", "0|File: a -- Line: 1",
        "ZXLOG " + String(repeating: "x", count: 1100),
    ])
    func `What is neither a frame nor a refusal is reported`(text: String) {
        #expect(trouble(in: text, chunk: 1)?.code == .malformed)
        #expect(trouble(in: text, chunk: 10000)?.code == .malformed)
    }

    @Test func `An end in the middle of a frame is told as such`() {
        let bytes = frames([hello()])
        var stream = ItemStream(doing: "testing")
        stream.append(Array(bytes.dropLast()))
        #expect(stream.endOfStream().cause.contains("middle of a frame"))
    }
}
