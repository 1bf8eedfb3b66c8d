import Testing
import ZXKitLogger

@Suite struct LogFieldsTests {
    private static func metadata(of fields: LogFields) async throws -> LogMetadata {
        let records = try await captured { $0.info("m", metadata: fields) }
        return try #require(records.first).metadata
    }

    @Test func `Pairs keep the order in which they were written`() async throws {
        let metadata = try await Self.metadata(of: ["z": "1", "a": "2", "m": "\(3)", "": "4"])
        #expect(metadata.map(\.key) == ["z", "a", "m", ""])
        #expect(metadata.map(\.value) == ["1", "2", "3", "4"])
    }

    @Test func `A repeated key keeps its first place and its last value, nested ones too`() async throws {
        let metadata = try await Self.metadata(of: ["a": "1", "b": "2", "a": "3", "map": ["x": "1", "x": "2"]])
        #expect(metadata.map(\.key) == ["a", "b", "map"])
        #expect(metadata["a"] == "3")
        #expect(metadata["map"] == ["x": "2"])
    }

    @Test func `Lists and maps nest in each other`() async throws {
        let metadata = try await Self.metadata(of: [
            "list": ["a", ["b", "\(1)"], ["key": "c"], []],
            "map": ["inner": ["innermost": ["deep"]], "none": [:]],
        ])
        #expect(metadata["list"] == .array(["a", ["b", "1"], ["key": "c"], []]))
        #expect(metadata["map"] == .map(["inner": ["innermost": ["deep"]], "none": [:]]))
    }

    @Test func `They can be made from metadata and values that are already there`() async throws {
        let kept: LogMetadata = ["user": "ada", "cart": ["a", "b"]]
        #expect(try await Self.metadata(of: LogFields(kept)) == kept)
        let value = LogMetadata.Value.map(kept)
        #expect(try await Self.metadata(of: ["context": .init(value)]) == ["context": value])
    }

    @Test func `A record without metadata has none`() async throws {
        let records = try await captured { log in
            log.info("left out")
            log.info("nil", metadata: nil)
            log.info("empty", metadata: [:])
        }
        #expect(records.map(\.metadata) == [[:], [:], [:]])
    }
}
