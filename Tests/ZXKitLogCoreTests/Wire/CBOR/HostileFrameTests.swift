import Testing
import ZXKitLogCore

/// A trap in the reader would end the whole test process, so that reaching the end is a part of what these prove.
struct HostileFrameTests {
    @Test(arguments: Samples.items)
    func `A frame cut at any byte, with a length that fits the part, is refused`(item: WireItem) {
        let payload = Frames.payload(item)
        for count in 0..<payload.count {
            #expect(Frames.fault(Array(payload.prefix(count))) != nil, "cut to \(count) bytes")
        }
    }

    @Test func `Valid frames with random damage are refused, or read as an item that comes back as it is`() throws {
        var random = RandomItems(generator: SeededGenerator(for: "damaged frames"))
        var (refused, accepted) = (0, 0)
        for _ in 0..<20_000 {
            let original = Frames.payload(random.item())
            let payload = damaged(original, using: &random.generator)
            guard let item = try? Frames.read(payload) else {
                refused += 1
                continue
            }
            accepted += 1
            if case .unknown = item { continue }
            #expect(try Frames.read(Frames.payload(item)) == item, "seed \(random.generator.seed)")
        }
        #expect(refused > 1_000)
        #expect(accepted > 1_000)
    }

    private func damaged(_ payload: [UInt8], using generator: inout SeededGenerator) -> [UInt8] {
        var payload = payload
        for _ in 0..<Int.random(in: 1...4, using: &generator) {
            let place = Int.random(in: 0..<max(payload.count, 1), using: &generator)
            let byte = UInt8.random(in: .min ... .max, using: &generator)
            switch Int.random(in: 0..<5, using: &generator) {
            case 0: payload.insert(byte, at: min(place, payload.count))
            case 1 where !payload.isEmpty: payload.remove(at: place)
            case 2: payload.removeLast(min(place, payload.count))
            case 3 where !payload.isEmpty: payload[place] ^= 1 << (byte & 7)
            default: payload.replaceSubrange(place..<min(place + 1, payload.count), with: [byte])
            }
        }
        return payload
    }

    @Test func `Random bytes never trap a decoder`() {
        var generator = SeededGenerator(for: "random bytes")
        for _ in 0..<20_000 {
            var bytes = (0..<Int.random(in: 0...60, using: &generator)).map { _ in
                UInt8.random(in: .min ... .max, using: &generator)
            }
            _ = Frames.fault(bytes)
            // A likely start lets more of them past the first checks.
            bytes.insert(contentsOf: [0x80 | UInt8.random(in: 0...15, using: &generator)], at: 0)
            _ = Frames.fault(bytes)
            _ = try? Frames.decode([bytes])
        }
    }

    /// Marks of two classes by turns: putting them in canonical order takes quadratic time, 100 s and more for these.
    private static let marks = String(repeating: "\u{301}\u{323}", count: 250_000)

    @Test func `Keys full of combining marks take no time to speak of`() throws {
        var record = Samples.record
        record.metadata = ["a\(Self.marks)": "1"]
        let bytes = Frames.encode([.hello(Samples.hello), .record(record)])
        let start = ContinuousClock.now
        #expect(try Frames.decode([bytes]).count == 2)
        #expect(start.duration(to: .now) < .seconds(30))
    }

    @Test func `A hello's key, a gap's reason and a refusal's code full of combining marks don't either`() throws {
        let key = Array("version\(Self.marks)".utf8)
        let keyHead = [0x7A] + Frames.length(UInt32(key.count))
        let hello = [0x82, 0x00, 0xAF] + keyHead + key + [0x60] + Frames.payload(.hello(Samples.hello))[3...]
        let time = LogTime(nanosecondsSince1970: 0)
        let gap = LogGap(range: nil, count: 1, reason: .init(rawValue: "overrun\(Self.marks)"), time: time)
        let start = ContinuousClock.now
        #expect(try Frames.read(hello) == .hello(Samples.hello))
        #expect(gap.summary.utf8.count > 1_000_000)
        #expect(WireRefusal.Code(rawValue: "busy\(Self.marks)") != .busy)
        #expect(start.duration(to: .now) < .seconds(30))
    }

    @Test func `A frame full of the smallest values is read in time that grows with its size`() throws {
        let count = 1_000_000
        let list = [0x9A] + Frames.length(UInt32(count)) + Array(repeating: 0x80 as UInt8, count: count)
        let record: [UInt8] =
            [0x8C, 0x01, 0x01, 0x01, 0x02, 0x60, 0x60, 0xA1, 0x60] + list
            + [0xF6, 0xF6, 0xF6, 0xF6, 0xF6]
        let start = ContinuousClock.now
        #expect(Frames.fault(record) == nil)
        #expect(start.duration(to: .now) < .seconds(30))
    }
}
