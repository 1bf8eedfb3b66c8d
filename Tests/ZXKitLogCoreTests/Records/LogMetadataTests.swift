import Testing
import ZXKitLogCore

struct LogMetadataTests {
    @Test func `Pairs keep the order in which they were written`() {
        let metadata: LogMetadata = ["b": "1", "a": "2", "c": "3"]
        #expect(metadata.map(\.key) == ["b", "a", "c"])
        #expect(metadata.map(\.value) == ["1", "2", "3"])
        #expect(metadata != ["a": "2", "b": "1", "c": "3"])
    }

    @Test func `A repeated key keeps its first place and its last value`() {
        let pairs: [(String, LogMetadata.Value)] = [("a", "1"), ("b", "2"), ("a", "3")]
        let expected: LogMetadata = ["a": "3", "b": "2"]
        #expect(LogMetadata(pairs) == expected)
        #expect(LogMetadata(dictionaryLiteral: ("a", "1"), ("b", "2"), ("a", "3")) == expected)
        #expect(LogMetadata.Value(dictionaryLiteral: ("a", "1"), ("b", "2"), ("a", "3")) == .map(expected))
    }

    @Test func `A value is found, replaced and removed by its key`() {
        var metadata: LogMetadata = ["a": "1", "b": "2"]
        #expect(metadata["b"] == "2")
        #expect(metadata["c"] == nil)
        metadata["a"] = ["x", ["y": "z"]]
        #expect(metadata["a"] == .array([.text("x"), .map(["y": "z"])]))
        metadata["c"] = "3"
        #expect(metadata.map(\.key) == ["a", "b", "c"])
        metadata["b"] = nil
        metadata["nowhere"] = nil
        #expect(metadata.map(\.key) == ["a", "c"])
    }

    @Test func `Keys are the same only when their bytes are`() {
        let pairs: [(String, LogMetadata.Value)] = [("\u{E9}", "one scalar"), ("e\u{301}", "two scalars")]
        let metadata = LogMetadata(pairs)
        #expect(metadata.count == 2)
        #expect(metadata["\u{E9}"] == "one scalar")
        #expect(metadata["e\u{301}"] == "two scalars")
    }

    @Test func `Many pairs take time that grows with their number alone`() {
        let pairs = (0..<100_000).map { ("\($0)", LogMetadata.Value.text("")) }
        let start = ContinuousClock.now
        #expect(LogMetadata(pairs + pairs).count == 100_000)
        // Pair by pair against all before it would take minutes.
        #expect(start.duration(to: .now) < .seconds(30))
    }
}
