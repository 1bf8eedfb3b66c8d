import Testing
import ZXKitLogCore

struct RecordFilterTests {
    @Test(
        arguments: [
            ("a", "a", true), ("a", "a.b", true), ("a", "a.b.c", true), ("a", "ab", false), ("a", "b.a", false),
            ("a", "", false), ("a", "A", false), ("a.b", "a", false), ("a.b", "a.b", true), ("a.b", "a.bc", false),
            ("a", "a.", true), ("é", "é.x", true), ("e", "e\u{301}", false), ("a", "a.\u{301}", true),
        ] as [(String, String, Bool)])
    func `A label covers itself and what is below it`(wanted: String, label: String, matches: Bool) {
        #expect(RecordFilter(labels: [wanted]).matches(label: label) == matches)
    }

    @Test func `Without labels all match, with several any does`() {
        #expect(RecordFilter().matches(label: "anything"))
        let filter = RecordFilter(labels: ["a", "b"])
        #expect(filter.matches(label: "a.x"))
        #expect(filter.matches(label: "b"))
        #expect(!filter.matches(label: "c"))
    }

    @Test(arguments: LogLevel.allCases)
    func `A level and all above it match`(level: LogLevel) {
        let filter = RecordFilter(level: level, labels: ["a"])
        for other in LogLevel.allCases {
            #expect(filter.matches(level: other, label: "a") == (other >= level))
            #expect(!filter.matches(level: other, label: "b"))
        }
    }
}
