import Testing
import ZXKitLogCore
import ZXKitLogPOSIX

@testable import ZXKitLoggerReceiver

@Suite struct ClockWatchTests {
    /// An answer to the question that was asked last, by a clock that is ahead by so much.
    private func answer(to line: String, at wall: Int64) -> LogHeartbeat {
        let token = line.dropFirst("ping ".count).dropLast()
        return LogHeartbeat(
            time: LogTime(nanosecondsSince1970: wall), monotonic: 0, next: 1, done: 1, sent: 0, token: String(token))
    }

    private func reading(_ nanoseconds: Int) -> ClockWatch.Reading {
        ClockWatch.Reading(monotonic: UInt64(nanoseconds), wall: 1_000_000 + Int64(nanoseconds))
    }

    @Test func `The offset is taken from the middle between question and answer`() {
        var watch = ClockWatch()
        let line = watch.question(at: reading(100))
        #expect(line.hasPrefix("ping ") && line.hasSuffix("\n"))
        // The app is 5,000 ahead, and each way took 50.
        let clock = watch.take(answer(to: line, at: 1_000_150 + 5_000), at: reading(200))
        #expect(clock == LogConnection.Clock(roundTrip: .nanoseconds(100), offset: .nanoseconds(5_000)))
    }

    @Test func `The answer that took the shortest time counts, until it is one of too long ago`() {
        var watch = ClockWatch()
        func ask(roundTrip: Int, ahead: Int64) -> LogConnection.Clock? {
            let line = watch.question(at: reading(1_000))
            let middle = 1_001_000 + Int64(roundTrip / 2)
            return watch.take(answer(to: line, at: middle + ahead), at: reading(1_000 + roundTrip))
        }
        #expect(ask(roundTrip: 500, ahead: 7)?.offset == .nanoseconds(7))
        #expect(ask(roundTrip: 100, ahead: 9)?.offset == .nanoseconds(9))
        for _ in 0..<7 {
            #expect(ask(roundTrip: 300, ahead: 11) == nil)
        }
        #expect(ask(roundTrip: 300, ahead: 11)?.offset == .nanoseconds(11))
    }

    @Test func `Heartbeats that answer nothing, or an old question, say nothing of the clock`() {
        var watch = ClockWatch()
        let old = watch.question(at: reading(0))
        let line = watch.question(at: reading(10))
        #expect(watch.take(answer(to: old, at: 0), at: reading(20)) == nil)
        #expect(
            watch.take(
                LogHeartbeat(time: .init(nanosecondsSince1970: 0), monotonic: 0, next: 1, done: 1, sent: 0),
                at: reading(20)) == nil)
        #expect(watch.take(answer(to: line, at: 0), at: reading(20)) != nil)
        #expect(watch.take(answer(to: line, at: 0), at: reading(30)) == nil)
    }

    @Test(arguments: [Int64.min, .max])
    func `A stranger's time can be any`(_ wall: Int64) {
        var watch = ClockWatch()
        let line = watch.question(at: reading(0))
        #expect(watch.take(answer(to: line, at: wall), at: reading(20)) != nil)
    }
}
