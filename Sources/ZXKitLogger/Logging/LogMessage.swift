/// The message of a record, written as a string literal with interpolations.
///
/// ```swift
/// log.info("order \(id) accepted for \(email, privacy: .private)")
/// ```
///
/// A message is built only if its level is wanted. Inside a log call it is written straight into the record, and belongs
/// to that call: kept beyond it, its text is lost. One that is made outside a log call owns its text, and may be kept,
/// passed on and logged any number of times; private values in it are masked, as nobody knows yet where it will go.
public struct LogMessage: Sendable {
    @usableFromInline let text: RecordText

    private init(_ text: RecordText) {
        self.text = text
    }

    /// The message in the open record, which there must be.
    var copiedIntoRecord: LogMessage { LogMessage(text.copiedIntoRecord) }

    /// Makes a message from a text that is already there.
    ///
    /// - Parameter text: The message. Nothing in it is masked.
    public init(_ text: String) {
        self.text = RecordText(owning: text)
    }
}

extension LogMessage: ExpressibleByStringInterpolation {
    /// Makes a message from a literal without interpolations.
    @inlinable
    public init(stringLiteral value: StaticString) {
        text = RecordText(message: value)
    }

    /// Makes a message from a literal with interpolations.
    @inlinable
    public init(stringInterpolation: LogInterpolation) {
        text = stringInterpolation.text
    }
}

extension LogMessage: CustomStringConvertible {
    /// The message's text, private values masked unless it was built in a call of a system that shows them.
    public var description: String { text.string }
}
