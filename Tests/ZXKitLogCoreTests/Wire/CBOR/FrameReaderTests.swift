import Testing
import ZXKitLogCore

/// Frames that the project's writer never makes: those of later versions, and those of hostile peers.
struct FrameReaderTests {
    private static let null: UInt8 = 0xF6

    /// A record's payload up to its metadata, and what stands behind that.
    private static func record(metadata: [UInt8]) -> [UInt8] {
        [0x8C, 0x01, 0x01, 0x01, 0x02, 0x61, 0x61, 0x60] + metadata + [null, null, null, null, null]
    }

    /// The start of a text whose length takes eight bytes.
    private static func head(_ type: UInt8, _ number: UInt64) -> [UInt8] {
        [type << 5 | 27] + stride(from: 56, through: 0, by: -8).map { UInt8(truncatingIfNeeded: number >> $0) }
    }

    // MARK: Later versions

    /// One value of each type that CBOR has.
    private static let valuesOfEveryType: [[UInt8]] = [
        [0x05], [0x25], [0x43, 1, 2, 3], [0x62, 0x68, 0x69], [0x82, 0x01, 0x02], [0xA1, 0x61, 0x61, 0x80],
        [0xC1, 0x00], [0xF4], [0xF6], [0xF8, 0xFF], [0xF9, 0, 0], [0xFA, 0, 0, 0, 0], [0xFB, 0, 0, 0, 0, 0, 0, 0, 0],
    ]

    @Test(arguments: valuesOfEveryType)
    func `A trailing field of any type is passed over`(value: [UInt8]) throws {
        #expect(try Frames.read([0x83, 0x04, 0x60] + value) == .bye(reason: ""))
        #expect(try Frames.read([0x84, 0x04, 0x60] + value + value) == .bye(reason: ""))
    }

    @Test(arguments: [6, 23, 24, 255, UInt64.max])
    func `A kind to come is passed over with all its fields`(kind: UInt64) throws {
        let fields = Self.valuesOfEveryType.flatMap { $0 }
        let payload = [0x80 | UInt8(Self.valuesOfEveryType.count + 1)] + Self.head(0, kind) + fields
        #expect(try Frames.read(payload) == .unknown(kind: kind))
        let stream = Frames.frame(payload) + Frames.encode(.bye(reason: "after"))
        #expect(try Frames.decode([stream]) == [.unknown(kind: kind), .bye(reason: "after")])
    }

    @Test func `A hello's unknown keys are passed over, and its keys may come in any order`() throws {
        let payload = Frames.payload(.hello(Samples.hello))
        // Behind the map's head, which now says two more: a key of ours in another script, and one with a list.
        let added: [UInt8] = [0x62, 0xC3, 0xA9, 0xF6, 0x61, 0x7A, 0x82, 0x01, 0x60]
        #expect(try Frames.read([0x82, 0x00, 0xB0] + added + payload[3...]) == .hello(Samples.hello))
        #expect(try Frames.read([0x82, 0x00, 0xB0] + payload[3...] + added) == .hello(Samples.hello))
    }

    @Test func `Numbers in longer forms than they need are understood`() throws {
        #expect(try Frames.read([0x98, 0x02, 0x18, 0x04, 0x78, 0x00]) == .bye(reason: ""))
        #expect(try Frames.read(Self.head(4, 2) + Self.head(0, 4) + Self.head(3, 0)) == .bye(reason: ""))
    }

    @Test func `Broken UTF-8 is repaired rather than lost`() throws {
        #expect(try Frames.read([0x82, 0x04, 0x63, 0x61, 0xFF, 0x62]) == .bye(reason: "a\u{FFFD}b"))
        #expect(try Frames.read([0x82, 0x04, 0x62, 0x61, 0xC3]) == .bye(reason: "a\u{FFFD}"))
    }

    @Test func `A repeated metadata key keeps its last value`() throws {
        let item = try Frames.read(Self.record(metadata: [0xA2, 0x61, 0x6B, 0x61, 0x31, 0x61, 0x6B, 0x61, 0x32]))
        guard case .record(let record) = item else {
            Issue.record("not a record")
            return
        }
        #expect(record.metadata == ["k": "2"])
    }

    // MARK: Nesting

    /// Arrays or maps, one inside the other.
    private static func nest(_ opening: [UInt8], _ count: Int, around core: [UInt8]) -> [UInt8] {
        Array(repeatElement(opening, count: count).joined()) + core
    }

    @Test(arguments: [[0x81], [0xA1, 0x60]] as [[UInt8]])
    func `Metadata may be nested 16 deep with the frame's own array, and no deeper`(opening: [UInt8]) {
        func metadata(levels: Int) -> [UInt8] {
            Self.record(metadata: [0xA1, 0x60] + Self.nest(opening, levels - 2, around: [0x60]))
        }
        #expect(Frames.fault(metadata(levels: 16)) == nil)
        #expect(Frames.fault(metadata(levels: 17)) == .tooDeep)
        #expect(Frames.fault(metadata(levels: 500_000)) == .tooDeep)
    }

    @Test(arguments: [[0x81], [0xA1, 0x60], [0xC1]] as [[UInt8]])
    func `A later field may be nested 16 deep with the frame's own array, and no deeper`(opening: [UInt8]) {
        func later(levels: Int) -> [UInt8] {
            [0x83, 0x04, 0x60] + Self.nest(opening, levels - 1, around: [0x60])
        }
        #expect(Frames.fault(later(levels: 16)) == nil)
        #expect(Frames.fault(later(levels: 17)) == .tooDeep)
        #expect(Frames.fault(later(levels: 500_000)) == .tooDeep)
    }

    @Test func `A hello's later field may be nested 16 deep with frame and map, and no deeper`() {
        let payload = Frames.payload(.hello(Samples.hello))
        func later(levels: Int) -> [UInt8] {
            [0x82, 0x00, 0xAF, 0x61, 0x7A] + Self.nest([0x81], levels - 2, around: [0x60]) + payload[3...]
        }
        #expect(Frames.fault(later(levels: 16)) == nil)
        #expect(Frames.fault(later(levels: 17)) == .tooDeep)
    }

    // MARK: Lies

    @Test(arguments: [1 << 20, 1 << 60, UInt64(Int64.max), UInt64(Int64.max) + 1, .max])
    func `A length or count beyond the frame is refused before anything is allocated for it`(size: UInt64) {
        #expect(Frames.fault(Self.head(4, size) + [0x04, 0x60]) == .malformed)
        #expect(Frames.fault([0x82, 0x04] + Self.head(3, size)) == .malformed)
        #expect(Frames.fault([0x83, 0x04, 0x60] + Self.head(2, size)) == .malformed)
        #expect(Frames.fault([0x83, 0x04, 0x60] + Self.head(4, size)) == .malformed)
        #expect(Frames.fault([0x83, 0x04, 0x60] + Self.head(5, size)) == .malformed)
        #expect(Frames.fault(Self.record(metadata: Self.head(5, size))) == .malformed)
        #expect(Frames.fault(Self.record(metadata: [0xA1, 0x60] + Self.head(4, size))) == .malformed)
        #expect(Frames.fault([0x82, 0x00] + Self.head(5, size)) == .malformed)
        #expect(Frames.fault([0x82, 0x00, 0xA1, 0x66] + Array("labels".utf8) + Self.head(4, size)) == .malformed)
    }

    @Test func `Numbers outside their fields' ranges are refused`() {
        let tooLarge = Self.head(0, UInt64(Int64.max) + 1)
        let tooSmall = Self.head(1, UInt64(Int64.max) + 1)
        for time in [tooLarge, tooSmall, Self.head(1, .max)] {
            #expect(Frames.fault([0x87, 0x03] + time + [1, 1, 1, 1, 0xF6]) == .unexpected)
        }
        #expect(Frames.fault([0x87, 0x03, 1, 0x20, 1, 1, 1, 0xF6]) == .unexpected, "a negative monotonic time")
        for level in [[0x07], [0x20], Self.head(0, 256), Self.head(0, .max)] {
            let record = [0x8C, 0x01, 0x01, 0x01] + level + [0x60, 0x60, 0xF6, 0xF6, 0xF6, 0xF6, 0xF6, 0xF6]
            #expect(Frames.fault(record) == .unexpected)
        }
    }

    @Test func `A gap that contradicts itself is refused`() {
        #expect(Frames.fault([0x86, 0x02, 3, 2, 0xF6, 0x60, 0]) == .unexpected, "ends before it begins")
        #expect(Frames.fault([0x86, 0x02, 2, 3, 3, 0x60, 0]) == .unexpected, "counts more than its range")
        #expect(Frames.fault([0x86, 0x02, 0] + Self.head(0, .max) + [0, 0x60, 0]) == .unexpected)
    }

    @Test func `A gap over all 64-bit numbers is read without a trap`() throws {
        let item = try Frames.read([0x86, 0x02, 0] + Self.head(0, .max) + [0xF6, 0x60, 0])
        guard case .gap(let gap) = item else {
            Issue.record("not a gap")
            return
        }
        #expect(gap.range == 0...UInt64.max)
        #expect(gap.count == nil)
    }

    @Test(
        arguments: [
            ([0x82, 0x04, 0x60, 0x00], .malformed),  // a byte after the item
            ([0x9F, 0x04, 0x60, 0xFF], .malformed),  // an indefinite array
            ([0x82, 0x04, 0x7F, 0x60, 0xFF], .malformed),  // an indefinite text
            ([0x82, 0x04, 0x7C], .malformed),  // a reserved length
            ([0x80], .unexpected),  // no kind
            ([0x04], .unexpected),  // no array
            ([0xA1, 0x04, 0x60], .unexpected),  // a map in place of the array
            ([0x82, 0x24, 0x60], .unexpected),  // a negative kind
            ([0x81, 0x04], .unexpected),  // lacks its field
            ([0x82, 0x04, 0xF6], .unexpected),  // null where a text belongs
            ([0x82, 0x04, 0x40], .unexpected),  // bytes where a text belongs
            ([0x82, 0x00, 0xA0], .unexpected),  // a hello without fields
            ([], .malformed),
        ] as [([UInt8], WireError.Code)])
    func `What is no item of the protocol is refused with its reason`(payload: [UInt8], code: WireError.Code) {
        #expect(Frames.fault(payload) == code)
    }

    @Test(arguments: [[0x05], [0xF4], [0x40]] as [[UInt8]])
    func `Metadata of another type than text, array or map is refused`(value: [UInt8]) {
        #expect(Frames.fault(Self.record(metadata: [0xA1, 0x60] + value)) == .unexpected)
        #expect(Frames.fault(Self.record(metadata: value)) == .unexpected)
        #expect(Frames.fault(Self.record(metadata: [0xA1] + value + [0x60])) == .unexpected, "as a key")
    }
}
