import Testing
import ZXKitLogCore

@testable import ZXKitLogger

@Suite struct ViewerWishesTests {
    private let debug = RecordFilter(level: .debug)

    @Test func `A wish is held after its viewer left, and only then is there a timer`() {
        var wishes = ViewerWishes(hold: .seconds(60))
        #expect(wishes.takeChange() == nil)
        wishes.set(debug, of: 1)
        #expect(wishes.nextTimer == nil)
        #expect(wishes.takeChange() == LogLevels(.debug))
        wishes.set(debug, of: 1)
        #expect(wishes.takeChange() == nil)
        wishes.remove(1)
        #expect(wishes.takeChange() == nil)
        let end = wishes.nextTimer?.remaining ?? .zero
        #expect(end > .seconds(50) && end <= .seconds(60))
    }

    @Test func `A wish ends when it was held long enough`() {
        var wishes = ViewerWishes(hold: .zero)
        wishes.set(debug, of: 1)
        wishes.set(RecordFilter(level: .info, labels: ["a"]), of: 1)
        #expect(wishes.takeChange() == LogLevels(nil, ["a": .info]))
        wishes.remove(1)
        #expect(wishes.takeChange() == .off)
        #expect(wishes.nextTimer == nil)
    }

    @Test func `However often a viewer changes its mind, little is held`() {
        var wishes = ViewerWishes(hold: .seconds(60))
        for number in 0..<10_000 {
            wishes.set(RecordFilter(level: .debug, labels: ["label.\(number)"]), of: 1)
        }
        #expect((wishes.takeChange()?.rules.count ?? 0) <= 257)
    }
}
