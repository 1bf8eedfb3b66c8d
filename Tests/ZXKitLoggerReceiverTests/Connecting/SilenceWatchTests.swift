import Testing

@testable import ZXKitLoggerReceiver

struct SilenceWatchTests {
    private let second: UInt64 = 1_000_000_000

    @Test func `Waits add up to the limit`() {
        var watch = SilenceWatch(limit: .seconds(4))
        for _ in 0..<3 { watch.waited(asked: second, took: second) }
        #expect(!watch.isOver)
        #expect(watch.remaining == second)
        watch.waited(asked: second, took: second)
        #expect(watch.isOver)
        #expect(watch.remaining == 0)
    }

    @Test func `A sign of life begins anew`() {
        var watch = SilenceWatch(limit: .seconds(4))
        watch.waited(asked: 3 * second, took: 3 * second)
        watch.restart()
        watch.waited(asked: 3 * second, took: 3 * second)
        #expect(!watch.isOver)
    }

    @Test func `A wait from which a stopped process comes back late does not count`() {
        var watch = SilenceWatch(limit: .seconds(4))
        watch.waited(asked: 3 * second, took: 3 * second)
        watch.waited(asked: second, took: 3600 * second)
        #expect(!watch.isOver)
        #expect(watch.remaining == 4 * second)
    }
}
