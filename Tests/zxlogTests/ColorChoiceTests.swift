import Testing

@testable import zxlog

@Suite struct ColorChoiceTests {
    @Test(arguments: [true, false])
    func `Only without a choice terminal and environment decide`(isWantedThere: Bool) {
        #expect(ColorChoice.auto.isColored { isWantedThere } == isWantedThere)
        #expect(ColorChoice.always.isColored { isWantedThere })
        #expect(!ColorChoice.never.isColored { isWantedThere })
    }
}
