import Testing

@testable import zxlog

@Suite struct ColorChoiceTests {
    private func isColored(_ choice: ColorChoice, isTerminal: Bool = true, _ environment: [String: String] = [:])
        -> Bool
    {
        choice.isColored(isTerminal: isTerminal) { environment[$0] }
    }

    @Test func `Only a terminal is coloured by itself`() {
        #expect(isColored(.auto))
        #expect(!isColored(.auto, isTerminal: false))
    }

    @Test func `The environment is respected`() {
        #expect(!isColored(.auto, ["NO_COLOR": "1"]))
        #expect(isColored(.auto, ["NO_COLOR": ""]))
        #expect(!isColored(.auto, ["TERM": "dumb"]))
        #expect(isColored(.auto, isTerminal: false, ["FORCE_COLOR": "1"]))
        #expect(!isColored(.auto, isTerminal: true, ["FORCE_COLOR": "0"]))
        #expect(!isColored(.auto, ["FORCE_COLOR": "1", "NO_COLOR": "1"]))
    }

    @Test func `What was asked for stands above the environment`() {
        #expect(isColored(.always, isTerminal: false, ["NO_COLOR": "1"]))
        #expect(!isColored(.never, ["FORCE_COLOR": "1"]))
    }
}
