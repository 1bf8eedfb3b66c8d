public import ZXKitLogCore

/// The metadata of one log call, written as a dictionary literal whose values are text, lists or further dictionaries.
///
/// ```swift
/// log.info("order accepted", metadata: ["user": "\(user, privacy: .private)", "cart": ["a", "b"]])
/// ```
///
/// Pairs keep their order; a repeated key keeps its last value. What is kept and passed around as a value is
/// `LogMetadata`, from which this can be made.
public struct LogFields: Sendable {
    let metadata: LogMetadata

    /// Makes the metadata of a call from a value that is already there. Nothing in it is masked.
    public init(_ metadata: LogMetadata) {
        self.metadata = metadata
    }

    /// One value in the metadata of a call.
    public struct Value: Sendable {
        let value: LogMetadata.Value

        /// Makes a value from one that is already there. Nothing in it is masked.
        public init(_ value: LogMetadata.Value) {
            self.value = value
        }
    }
}

extension LogFields: ExpressibleByDictionaryLiteral {
    /// Makes the metadata of a call from its pairs.
    public init(dictionaryLiteral elements: (String, Value)...) {
        metadata = LogMetadata(elements.map { ($0.0, $0.1.value) })
    }
}

extension LogFields.Value: ExpressibleByStringInterpolation {
    /// Makes a text.
    public init(stringLiteral value: String) {
        self.value = .text(value)
    }

    /// Makes a text from a literal with interpolations.
    public init(stringInterpolation: LogInterpolation) {
        value = .text(stringInterpolation.text)
    }
}

extension LogFields.Value: ExpressibleByArrayLiteral {
    /// Makes a list.
    public init(arrayLiteral elements: LogFields.Value...) {
        value = .array(elements.map(\.value))
    }
}

extension LogFields.Value: ExpressibleByDictionaryLiteral {
    /// Makes a nested map.
    public init(dictionaryLiteral elements: (String, LogFields.Value)...) {
        value = .map(LogMetadata(elements.map { ($0.0, $0.1.value) }))
    }
}
