import Testing
import ZXKitLogCore

/// Bytes written by hand from RFC 8949 and the protocol's table, so that writer and reader can't agree on a mistake.
struct FrameWriterTests {
    private static let smallRecord = LogRecord(
        sequence: 1, time: LogTime(nanosecondsSince1970: 1), level: .info, label: "a", message: "hi")

    private static let smallFrame: [UInt8] = [
        0, 0, 0, 16,  // sixteen bytes follow
        0x8C, 0x01,  // an array of 12: a record
        0x01, 0x01, 0x02,  // sequence 1, time 1, level 2
        0x61, 0x61, 0x62, 0x68, 0x69,  // "a", "hi"
        0xF6, 0xF6, 0xF6, 0xF6, 0xF6, 0xF6,  // metadata, file, function, line, thread, cut
    ]

    private static let fullRecord = LogRecord(
        sequence: 1_000, time: LogTime(nanosecondsSince1970: -1_000), level: .critical, label: "", message: "é",
        metadata: ["k": ["v", ["n": ""]]], file: "M", function: "f", line: 24, thread: 70_000,
        originalSize: 4_294_967_296)

    private static let fullFrame: [UInt8] = [
        0, 0, 0, 43,
        0x8C, 0x01,
        0x19, 0x03, 0xE8,  // 1,000
        0x39, 0x03, 0xE7,  // -1,000 as -1 - 999
        0x06,
        0x60, 0x62, 0xC3, 0xA9,  // "", "é"
        0xA1, 0x61, 0x6B, 0x82, 0x61, 0x76, 0xA1, 0x61, 0x6E, 0x60,  // {"k": ["v", {"n": ""}]}
        0x61, 0x4D, 0x61, 0x66,  // "M", "f"
        0x18, 0x18,  // 24
        0x1A, 0x00, 0x01, 0x11, 0x70,  // 70,000
        0x1B, 0x00, 0x00, 0x00, 0x01, 0x00, 0x00, 0x00, 0x00,  // 2^32
    ]

    @Test(
        arguments: [
            (.record(smallRecord), smallFrame),
            (.record(fullRecord), fullFrame),
            (
                .gap(LogGap(2...3, reason: .expired, time: LogTime(nanosecondsSince1970: -1))),
                [0, 0, 0, 14, 0x86, 0x02, 0x02, 0x03, 0x02, 0x67, 0x65, 0x78, 0x70, 0x69, 0x72, 0x65, 0x64, 0x20]
            ),
            (
                .gap(
                    LogGap(range: nil, count: nil, reason: .init(rawValue: "x"), time: .init(nanosecondsSince1970: 0))),
                [0, 0, 0, 8, 0x86, 0x02, 0xF6, 0xF6, 0xF6, 0x61, 0x78, 0x00]
            ),
            (
                .heartbeat(
                    LogHeartbeat(
                        time: LogTime(nanosecondsSince1970: 1), monotonic: 2, next: 3, done: 4, sent: 5, token: "t")),
                [0, 0, 0, 9, 0x87, 0x03, 0x01, 0x02, 0x03, 0x04, 0x05, 0x61, 0x74]
            ),
            (.bye(reason: "no"), [0, 0, 0, 5, 0x82, 0x04, 0x62, 0x6E, 0x6F]),
            (.error(WireRefusal(.busy, "")), [0, 0, 0, 8, 0x83, 0x05, 0x64, 0x62, 0x75, 0x73, 0x79, 0x60]),
        ] as [(WireItem, [UInt8])])
    func `An item has the bytes that the protocol says, and they read back as it`(item: WireItem, bytes: [UInt8])
        throws
    {
        #expect(Frames.encode(item) == bytes)
        #expect(try Frames.decode([bytes]) == [item])
    }

    @Test(
        arguments: [
            (0, [0x00]), (23, [0x17]), (24, [0x18, 0x18]), (255, [0x18, 0xFF]), (256, [0x19, 0x01, 0x00]),
            (65_535, [0x19, 0xFF, 0xFF]), (65_536, [0x1A, 0, 1, 0, 0]),
            (4_294_967_295, [0x1A, 0xFF, 0xFF, 0xFF, 0xFF]), (4_294_967_296, [0x1B, 0, 0, 0, 1, 0, 0, 0, 0]),
            (.max, [0x1B] + Array(repeating: 0xFF, count: 8)),
        ] as [(UInt64, [UInt8])])
    func `A number takes its shortest form`(number: UInt64, bytes: [UInt8]) {
        var record = Self.smallRecord
        record.sequence = number
        let payload = Frames.payload(.record(record))
        #expect(Array(payload[2..<2 + bytes.count]) == bytes)
        #expect(payload.count == Self.smallFrame.count - FrameWriter.lengthSize - 1 + bytes.count)
    }

    @Test(
        arguments: [
            (-1, [0x20]), (-24, [0x37]), (-25, [0x38, 0x18]), (-256, [0x38, 0xFF]), (-257, [0x39, 0x01, 0x00]),
            (.min, [0x3B, 0x7F] + Array(repeating: 0xFF, count: 7)),
        ] as [(Int64, [UInt8])])
    func `A time before 1970 is a negative number in its shortest form`(nanoseconds: Int64, bytes: [UInt8]) {
        var record = Self.smallRecord
        record.time = LogTime(nanosecondsSince1970: nanoseconds)
        #expect(Array(Frames.payload(.record(record))[3..<3 + bytes.count]) == bytes)
    }

    @Test func `A hello is one map with its keys in the protocol's order`() throws {
        let payload = Frames.payload(.hello(Samples.hello))
        #expect(Array(payload.prefix(3)) == [0x82, 0x00, 0xAE])
        let keys = [
            "version", "id", "boot", "name", "host", "pid", "time", "monotonic", "oldest", "next", "start", "level",
            "labels", "maxFrame",
        ]
        var rest = payload[...]
        for key in keys {
            let head = [0x60 | UInt8(key.utf8.count)] + Array(key.utf8)
            let place = try #require(rest.firstRange(of: head), "\(key) after those before it")
            rest = rest[place.upperBound...]
        }
    }

    @Test func `An unknown kind appends nothing, and other items append behind what is there`() {
        var bytes: [UInt8] = [1, 2, 3]
        FrameWriter.append(.unknown(kind: 9), to: &bytes)
        #expect(bytes == [1, 2, 3])
        FrameWriter.append(.record(Self.smallRecord), to: &bytes)
        #expect(bytes == [1, 2, 3] + Self.smallFrame)
    }
}
