import Testing
import ZXKitLogCore

struct LogLevelTests {
    @Test func `Levels have the numbers and names of the wire, in rising order`() {
        let names = ["trace", "debug", "info", "notice", "warning", "error", "critical"]
        #expect(LogLevel.allCases.map(\.description) == names)
        #expect(LogLevel.allCases.map(\.rawValue) == Array(0...6))
        #expect(LogLevel.allCases == LogLevel.allCases.shuffled().sorted())
    }

    @Test(arguments: LogLevel.allCases)
    func `A level's name reads back as the level`(level: LogLevel) {
        #expect(LogLevel(level.description) == level)
    }

    @Test(arguments: ["", "Info", "INFO", "info ", " info", "warn", "fatal", "2"])
    func `Any other text is no level`(text: String) {
        #expect(LogLevel(text) == nil)
    }
}
