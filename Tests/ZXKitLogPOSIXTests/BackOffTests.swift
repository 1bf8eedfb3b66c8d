import Testing
import ZXKitLogPOSIX

@Suite struct BackOffTests {
    @Test func `Each wait is twice as long, up to the limit`() {
        var backOff = BackOff(first: .milliseconds(100), limit: .seconds(1))
        let delays = (0..<6).map { _ in backOff.delay() }
        #expect(delays == [100, 200, 400, 800, 1_000, 1_000].map { .milliseconds($0) })
    }

    @Test func `It begins anew after a success, and can go to the limit at once`() {
        var backOff = BackOff(first: .milliseconds(250), limit: .seconds(8))
        backOff.goToLimit()
        let long = [backOff.delay(), backOff.delay()]
        backOff.reset()
        let short = [backOff.delay(), backOff.delay()]
        #expect(long == [.seconds(8), .seconds(8)])
        #expect(short == [.milliseconds(250), .milliseconds(500)])
    }
}
