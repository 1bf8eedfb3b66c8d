import Testing
import ZXKitLogCore

struct LogGapTests {
    private static let time = LogTime(nanosecondsSince1970: 0)

    @Test(arguments: [(1...1, 1), (5...9, 5), (1...UInt64.max, UInt64.max)] as [(ClosedRange<UInt64>, UInt64)])
    func `A gap over a known range counts every number of it`(range: ClosedRange<UInt64>, count: UInt64) {
        #expect(LogGap(range, reason: .overrun, time: Self.time).count == count)
    }

    @Test func `A range of all 64-bit numbers has no count, and no trap`() {
        let gap = LogGap(0...UInt64.max, reason: .overrun, time: Self.time)
        #expect(gap.range == 0...UInt64.max)
        #expect(gap.count == nil)
    }

    @Test func `Reasons are told apart by their bytes`() {
        #expect(LogGap.Reason(rawValue: "overrun") == .overrun)
        #expect(LogGap.Reason(rawValue: "\u{E9}") != LogGap.Reason(rawValue: "e\u{301}"))
        let reasons: Set<LogGap.Reason> = [.overrun, .expired, .overflow, .level, .restarted, .init(rawValue: "level")]
        #expect(reasons.count == 5)
    }

    @Test func `A gap is told in words`() {
        func summary(_ reason: LogGap.Reason, _ count: UInt64?) -> String {
            LogGap(range: nil, count: count, reason: reason, time: Self.time).summary
        }
        #expect(summary(.overrun, 120) == "120 records missing: too slow")
        #expect(summary(.overrun, 1) == "1 record missing: too slow")
        #expect(summary(.expired, 0) == "0 records missing: no longer held")
        #expect(summary(.overflow, 2) == "2 records missing: logged faster than they could be taken")
        #expect(summary(.restarted, nil) == "records missing: the app was restarted")
        #expect(summary(.level, nil) == "some records were not captured: nobody had asked for this level")
        #expect(summary(.init(rawValue: "to come"), 3) == "3 records missing: to come")
    }
}
