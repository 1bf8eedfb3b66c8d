import Testing

@testable import zxlog

@Suite struct MessagePatternTests {
    @Test func `A pattern is searched for anywhere in the message`() throws {
        let pattern = try #require(MessagePattern("or?der \\d+"))
        #expect(pattern.matches("an order 7 came"))
        #expect(!pattern.matches("no orders"))
    }

    @Test func `What is no regular expression is refused`() {
        #expect(MessagePattern("(") == nil)
        #expect(MessagePattern("a{2,1}") == nil)
    }
}
