/// Collects the parts of a message or of a metadata value while it is built.
///
/// Everything that describes itself can be interpolated, and with `privacy: .private` its text is masked.
public struct LogInterpolation: StringInterpolationProtocol {
    @usableFromInline var text: RecordText

    /// Begins a text of about this size.
    @inlinable
    public init(literalCapacity: Int, interpolationCount: Int) {
        text = RecordText()
    }

    /// Adds a literal part.
    @inlinable
    public mutating func appendLiteral(_ literal: StaticString) {
        guard literal.utf8CodeUnitCount > 0 else { return }
        text.append(literal: literal)
    }

    /// Adds a text.
    ///
    /// - Parameters:
    ///   - value: The text.
    ///   - privacy: Who may see it; everybody if left out.
    @inlinable
    public mutating func appendInterpolation(_ value: String, privacy: LogPrivacy = .public) {
        guard mayShow(privacy) else { return }
        text.append(value)
    }

    /// Adds an integer.
    ///
    /// - Parameters:
    ///   - value: The integer.
    ///   - privacy: Who may see it; everybody if left out.
    @inlinable
    public mutating func appendInterpolation<Integer: BinaryInteger>(
        _ value: Integer, privacy: LogPrivacy = .public
    ) {
        guard mayShow(privacy) else { return }
        if let number = UInt64(exactly: value) {
            text.append(number, isNegative: false)
        } else if let number = Int64(exactly: value) {
            text.append(number.magnitude, isNegative: true)
        } else {
            text.append(value.description)
        }
    }

    /// Adds a floating-point number, as its `description` shows it.
    ///
    /// - Parameters:
    ///   - value: The number.
    ///   - privacy: Who may see it; everybody if left out.
    @inlinable
    public mutating func appendInterpolation<Number: BinaryFloatingPoint & TextOutputStreamable>(
        _ value: Number, privacy: LogPrivacy = .public
    ) {
        guard mayShow(privacy) else { return }
        text.append(streaming: value)
    }

    /// Adds `true` or `false`.
    ///
    /// - Parameters:
    ///   - value: The value.
    ///   - privacy: Who may see it; everybody if left out.
    @inlinable
    public mutating func appendInterpolation(_ value: Bool, privacy: LogPrivacy = .public) {
        guard mayShow(privacy) else { return }
        text.append(literal: value ? "true" : "false")
    }

    /// Adds a value's description.
    ///
    /// - Parameters:
    ///   - value: The value. Its description may itself log; that record then follows the one being built.
    ///   - privacy: Who may see it; everybody if left out. What is masked is not even described.
    @inlinable
    public mutating func appendInterpolation<Value: CustomStringConvertible>(
        _ value: Value, privacy: LogPrivacy = .public
    ) {
        guard mayShow(privacy) else { return }
        text.append(value.description)
    }

    /// Adds a value as `String(describing:)` shows it: an error, an optional, a type.
    ///
    /// - Parameters:
    ///   - value: The value.
    ///   - privacy: Who may see it; everybody if left out. What is masked is not even described.
    @inlinable
    public mutating func appendInterpolation<Value>(_ value: Value, privacy: LogPrivacy = .public) {
        guard mayShow(privacy) else { return }
        text.append(String(describing: value))
    }

    /// Whether a value may be shown; if not, its mask is added.
    @inlinable
    @inline(__always)
    mutating func mayShow(_ privacy: LogPrivacy) -> Bool {
        switch privacy {
        case .public: true
        case .private: text.mayShowPrivate()
        }
    }
}
