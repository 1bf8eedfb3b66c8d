public import ZXKitLogCore

/// The metadata of one log call, written as a dictionary literal whose values are text, lists or further dictionaries.
///
/// ```swift
/// log.info("order accepted", metadata: ["user": "\(user, privacy: .private)", "cart": ["a", "b"]])
/// ```
///
/// Pairs keep their order; a repeated key keeps its last value. Like a message, what is built inside a log call belongs to
/// that call. What is kept and passed around is `LogMetadata`, from which this can be made.
public struct LogFields: Sendable {
    let content: FieldContent

    /// Makes the metadata of a call from a value that is already there. Nothing in it is masked.
    public init(_ metadata: LogMetadata) {
        content = .owned(.map(metadata))
    }

    /// One value in the metadata of a call.
    public struct Value: Sendable {
        let content: FieldContent

        /// Makes a value from one that is already there. Nothing in it is masked.
        public init(_ value: LogMetadata.Value) {
            content = .owned(value)
        }
    }
}

extension LogFields: ExpressibleByDictionaryLiteral {
    /// Makes the metadata of a call from its pairs.
    public init(dictionaryLiteral elements: (String, Value)...) {
        content = .map(elements)
    }
}

extension LogFields.Value: ExpressibleByStringInterpolation {
    /// Makes a text.
    public init(stringLiteral value: String) {
        content = .text(RecordText(owning: value))
    }

    /// Makes a text from a literal with interpolations.
    public init(stringInterpolation: LogInterpolation) {
        content = .text(stringInterpolation.text)
    }
}

extension LogFields.Value: ExpressibleByArrayLiteral {
    /// Makes a list.
    public init(arrayLiteral elements: LogFields.Value...) {
        content = .array(elements)
    }
}

extension LogFields.Value: ExpressibleByDictionaryLiteral {
    /// Makes a nested map.
    public init(dictionaryLiteral elements: (String, LogFields.Value)...) {
        content = .map(elements)
    }
}
