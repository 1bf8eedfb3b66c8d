/// Collects the parts of a message or of a metadata value while it is built.
///
/// Everything that describes itself can be interpolated, and with `privacy: .private` its text is masked.
public struct LogInterpolation: StringInterpolationProtocol {
    private(set) var text: String

    /// Begins a text of about this size.
    public init(literalCapacity: Int, interpolationCount: Int) {
        text = ""
        text.reserveCapacity(literalCapacity + 8 * interpolationCount)
    }

    /// Adds a literal part.
    public mutating func appendLiteral(_ literal: String) {
        text += literal
    }

    /// Adds a text.
    ///
    /// - Parameters:
    ///   - value: The text.
    ///   - privacy: Who may see it; everybody if left out.
    public mutating func appendInterpolation(_ value: String, privacy: LogPrivacy = .public) {
        append(privacy) { $0 += value }
    }

    /// Adds an integer.
    ///
    /// - Parameters:
    ///   - value: The integer.
    ///   - privacy: Who may see it; everybody if left out.
    public mutating func appendInterpolation(_ value: some BinaryInteger, privacy: LogPrivacy = .public) {
        append(privacy) { $0 += value.description }
    }

    /// Adds a floating-point number, as its `description` shows it.
    ///
    /// - Parameters:
    ///   - value: The number.
    ///   - privacy: Who may see it; everybody if left out.
    public mutating func appendInterpolation(
        _ value: some BinaryFloatingPoint & CustomStringConvertible, privacy: LogPrivacy = .public
    ) {
        append(privacy) { $0 += value.description }
    }

    /// Adds `true` or `false`.
    ///
    /// - Parameters:
    ///   - value: The value.
    ///   - privacy: Who may see it; everybody if left out.
    public mutating func appendInterpolation(_ value: Bool, privacy: LogPrivacy = .public) {
        append(privacy) { $0 += value ? "true" : "false" }
    }

    /// Adds a value's description.
    ///
    /// - Parameters:
    ///   - value: The value. Its description may itself log; that record then follows the one being built.
    ///   - privacy: Who may see it; everybody if left out. What is masked is not even described.
    public mutating func appendInterpolation(_ value: some CustomStringConvertible, privacy: LogPrivacy = .public) {
        append(privacy) { $0 += value.description }
    }

    /// Adds a value as `String(describing:)` shows it: an error, an optional, a type.
    ///
    /// - Parameters:
    ///   - value: The value.
    ///   - privacy: Who may see it; everybody if left out. What is masked is not even described.
    public mutating func appendInterpolation<Value>(_ value: Value, privacy: LogPrivacy = .public) {
        append(privacy) { $0 += String(describing: value) }
    }

    private mutating func append(_ privacy: LogPrivacy, _ write: (inout String) -> Void) {
        switch privacy {
        case .private where !OpenRecord.showsPrivateValues: text += LogPrivacy.mask
        case .private, .public: write(&text)
        }
    }
}
