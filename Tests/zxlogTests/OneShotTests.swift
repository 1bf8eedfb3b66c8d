import Testing

@testable import zxlog

@Suite struct OneShotTests {
    @Test func `The first value counts, whether it comes before or after the wait`() async {
        let early = OneShot<Int>()
        early.resolve(1)
        early.resolve(2)
        #expect(await early.value() == 1)
        let late = OneShot<Int>()
        let waiting = Task { await late.value() }
        await Task.yield()
        late.resolve(3)
        #expect(await waiting.value == 3)
    }
}
