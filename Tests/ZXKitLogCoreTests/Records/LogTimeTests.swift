import Testing
import ZXKitLogCore

struct LogTimeTests {
    @Test(
        arguments: [
            (0, "1970-01-01T00:00:00.000000000Z"),
            (1, "1970-01-01T00:00:00.000000001Z"),
            (-1, "1969-12-31T23:59:59.999999999Z"),
            (1_796_066_528_123_456_789, "2026-11-30T19:22:08.123456789Z"),
            (.min, "1677-09-21T00:12:43.145224192Z"),
            (.max, "2262-04-11T23:47:16.854775807Z"),
        ] as [(Int64, String)])
    func `A time reads as RFC 3339 in UTC with nine digits`(nanoseconds: Int64, text: String) {
        #expect(LogTime(nanosecondsSince1970: nanoseconds).description == text)
    }

    @Test(
        arguments: [
            (0, 0), (999_999_999, 0), (1_000_000_000, 1), (-1, -1), (-1_000_000_000, -1), (-1_000_000_001, -2),
            (.min, -9_223_372_037), (.max, 9_223_372_036),
        ] as [(Int64, Int64)])
    func `Whole seconds are cut towards the past`(nanoseconds: Int64, seconds: Int64) {
        #expect(LogTime(nanosecondsSince1970: nanoseconds).secondsSince1970 == seconds)
    }

    @Test func `Earlier is less`() {
        let times = [Int64.min, -1, 0, 1, .max].map(LogTime.init(nanosecondsSince1970:))
        #expect(times.shuffled().sorted() == times)
    }
}
