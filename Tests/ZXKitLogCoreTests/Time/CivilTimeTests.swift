import Foundation
import Testing
import ZXKitLogCore

struct CivilTimeTests {
    private static func text(_ seconds: Int64, offset: Int = 0) -> String {
        var bytes: [UInt8] = []
        CivilTime(LogTime(nanosecondsSince1970: seconds * 1_000_000_000), utcOffsetSeconds: offset)
            .appendRFC3339(fractionDigits: 0, to: &bytes)
        return String(decoding: bytes, as: UTF8.self)
    }

    @Test(
        arguments: [
            (0, "1970-01-01T00:00:00Z"),
            (-1, "1969-12-31T23:59:59Z"),
            (68_169_600, "1972-02-29T00:00:00Z"),
            (951_782_400, "2000-02-29T00:00:00Z"),
            (951_868_799, "2000-02-29T23:59:59Z"),
            (951_868_800, "2000-03-01T00:00:00Z"),
            (1_709_164_800, "2024-02-29T00:00:00Z"),
            (4_107_542_399, "2100-02-28T23:59:59Z"),
            (4_107_542_400, "2100-03-01T00:00:00Z"),
            (-2_203_891_201, "1900-02-28T23:59:59Z"),
            (-2_203_891_200, "1900-03-01T00:00:00Z"),
            (1_735_689_599, "2024-12-31T23:59:59Z"),
            (1_735_689_600, "2025-01-01T00:00:00Z"),
        ] as [(Int64, String)])
    func `Known instants have known dates`(seconds: Int64, text: String) {
        #expect(Self.text(seconds) == text)
    }

    @Test(
        arguments: [
            (19_800, "1970-01-01T05:30:00+05:30"),
            (-12_600, "1969-12-31T20:30:00-03:30"),
            (50_400, "1970-01-01T14:00:00+14:00"),
            (-43_200, "1969-12-31T12:00:00-12:00"),
            (1_172, "1970-01-01T00:19:00+00:19"),
            (-30, "1970-01-01T00:00:00Z"),
            (.max, "1970-01-01T23:59:00+23:59"),
            (.min, "1969-12-31T00:01:00-23:59"),
        ] as [(Int, String)])
    func `An offset moves the clock by what the text says, in whole minutes`(offset: Int, text: String) {
        #expect(Self.text(0, offset: offset) == text)
    }

    @Test func `A fraction is cut, not rounded`() {
        let time = CivilTime(LogTime(nanosecondsSince1970: 999_999_999), utcOffsetSeconds: 0)
        let texts = (0...9).map { digits in
            var bytes: [UInt8] = []
            time.appendRFC3339(fractionDigits: digits, to: &bytes)
            return String(decoding: bytes, as: UTF8.self)
        }
        #expect(texts[0] == "1970-01-01T00:00:00Z")
        for digits in 1...9 {
            #expect(texts[digits] == "1970-01-01T00:00:00." + String(repeating: "9", count: digits) + "Z")
        }
    }

    @Test func `The calendar repeats every 400 years`() {
        var generator = SeededGenerator(for: "the 400-year cycle")
        let halfCycle: Int64 = 146_097 * 43_200 * 1_000_000_000
        for _ in 0..<1_000 {
            let nanoseconds = Int64.random(in: .min...(.max - halfCycle - halfCycle), using: &generator)
            let earlier = CivilTime(LogTime(nanosecondsSince1970: nanoseconds), utcOffsetSeconds: 0)
            let later = CivilTime(
                LogTime(nanosecondsSince1970: nanoseconds + halfCycle + halfCycle), utcOffsetSeconds: 0)
            #expect(later.year == earlier.year + 400, "seed \(generator.seed)")
            #expect((later.month, later.day) == (earlier.month, earlier.day), "seed \(generator.seed)")
            #expect((later.hour, later.minute, later.second) == (earlier.hour, earlier.minute, earlier.second))
            #expect(later.nanosecond == earlier.nanosecond)
        }
    }

    @Test func `Any time in any zone is what Foundation's calendar says`() throws {
        var generator = SeededGenerator(for: "civil time against Foundation")
        var calendar = Calendar(identifier: .gregorian)
        for _ in 0..<2_000 {
            let nanoseconds = Int64.random(in: .min ... .max, using: &generator)
            let offset = Int.random(in: -1_080...1_080, using: &generator) * 60
            calendar.timeZone = try #require(TimeZone(secondsFromGMT: offset))
            let time = LogTime(nanosecondsSince1970: nanoseconds)
            let civil = CivilTime(time, utcOffsetSeconds: offset)
            let wanted = calendar.dateComponents(
                [.year, .month, .day, .hour, .minute, .second],
                from: Date(timeIntervalSince1970: TimeInterval(time.secondsSince1970)))
            let got = DateComponents(
                year: civil.year, month: civil.month, day: civil.day, hour: civil.hour, minute: civil.minute,
                second: civil.second)
            #expect(got == wanted, "seed \(generator.seed), \(nanoseconds) at offset \(offset)")
            #expect(time.secondsSince1970 &* 1_000_000_000 &+ Int64(civil.nanosecond) == nanoseconds)
        }
    }
}
