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
    @usableFromInline let content: RecordText

    /// Makes the metadata of a call from a value that is already there. Nothing in it is masked.
    public init(_ metadata: LogMetadata) {
        content = RecordText(KeptValue(.map(metadata)))
    }

    init(_ content: RecordText) {
        self.content = content
    }

    /// One value in the metadata of a call.
    public struct Value: Sendable {
        @usableFromInline let content: RecordText

        /// Makes a value from one that is already there. Nothing in it is masked.
        public init(_ value: LogMetadata.Value) {
            content = RecordText(KeptValue(value))
        }
    }
}

extension LogFields: ExpressibleByDictionaryLiteral {
    /// Makes the metadata of a call from its pairs.
    @inlinable
    public init(dictionaryLiteral elements: (String, Value)...) {
        // Nothing keeps the array, which so lies on the stack of the call.
        content = unsafe elements.withUnsafeBufferPointer { unsafe .map($0) }
    }
}

extension LogFields.Value: ExpressibleByStringInterpolation {
    /// Makes a text.
    @inlinable
    public init(stringLiteral value: StaticString) {
        content = RecordText(value)
    }

    /// Makes a text from a literal with interpolations.
    @inlinable
    public init(stringInterpolation: LogInterpolation) {
        content = stringInterpolation.text
    }
}

extension LogFields.Value: ExpressibleByArrayLiteral {
    /// Makes a list.
    @inlinable
    public init(arrayLiteral elements: LogFields.Value...) {
        content = unsafe elements.withUnsafeBufferPointer { unsafe .array($0) }
    }
}

extension LogFields.Value: ExpressibleByDictionaryLiteral {
    /// Makes a nested map.
    @inlinable
    public init(dictionaryLiteral elements: (String, LogFields.Value)...) {
        // Nothing keeps the array, which so lies on the stack of the call.
        content = unsafe elements.withUnsafeBufferPointer { unsafe .map($0) }
    }
}
