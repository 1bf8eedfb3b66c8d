/// Metadata as the wire has it: a CBOR map of texts, arrays and maps.
package enum MetadataCBOR {
    /// The bytes of a map.
    package static func encode(_ metadata: LogMetadata) -> [UInt8] {
        var bytes: [UInt8] = []
        CBORWriter.map(metadata, to: &bytes)
        return bytes
    }

    /// The bytes of a value.
    package static func encode(_ value: LogMetadata.Value) -> [UInt8] {
        var bytes: [UInt8] = []
        CBORWriter.value(value, to: &bytes)
        return bytes
    }

    /// The value that some bytes hold, or `nil` where they hold none.
    package static func decode(_ bytes: [UInt8]) -> LogMetadata.Value? {
        var reader = CBORReader(bytes[...])
        guard let value = try? reader.value(depth: 1), reader.isAtEnd else { return nil }
        return value
    }
}
