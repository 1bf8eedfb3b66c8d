/// Times as RFC 3339 text, for one that shows many in a row: the calendar is asked once per second of their clock, and
/// only the fraction is written for each.
struct TimeText {
    /// How fine the fraction is.
    enum Fraction: Int {
        case microseconds = 6
        case nanoseconds = 9
    }

    /// `2026-11-30T19:22:08`, before the fraction's point.
    private static let fractionStart = 20
    /// The most bytes of a text: the years of a `LogTime` have four digits.
    static let room = 36

    private let fraction: Fraction
    private var second: Int64?
    private var text: [UInt8] = []

    init(fraction: Fraction) {
        self.fraction = fraction
    }

    /// Appends a time, for which there must be `room`.
    ///
    /// - Parameters:
    ///   - time: The time.
    ///   - utcOffset: The offset in seconds east of UTC at a second since 1970; called when the second is another
    ///     than that of the time before.
    ///   - line: Where the text goes.
    mutating func append(_ time: LogTime, utcOffset: (Int64) -> Int, to line: inout OutputSpan<UInt8>) {
        let second = time.secondsSince1970
        if second != self.second {
            text.removeAll(keepingCapacity: true)
            CivilTime(time, utcOffsetSeconds: utcOffset(second))
                .appendRFC3339(fractionDigits: fraction.rawValue, to: &text)
            self.second = second
        } else {
            let rest = time.nanosecondsSince1970 % 1_000_000_000
            writeFraction(UInt32(truncatingIfNeeded: rest < 0 ? rest + 1_000_000_000 : rest))
        }
        line.append(copying: text.span)
    }

    private mutating func writeFraction(_ nanoseconds: UInt32) {
        let isFine = fraction == .nanoseconds
        var bytes = text.mutableSpan
        Self.write(nanoseconds / 1_000_000, at: Self.fractionStart, in: &bytes)
        Self.write(nanoseconds / 1_000 % 1_000, at: Self.fractionStart + 3, in: &bytes)
        if isFine {
            Self.write(nanoseconds % 1_000, at: Self.fractionStart + 6, in: &bytes)
        }
    }

    /// Writes a number below 1,000 with three digits.
    @inline(__always)
    private static func write(_ number: UInt32, at index: Int, in bytes: inout MutableSpan<UInt8>) {
        bytes[index] = digit(number / 100)
        bytes[index + 1] = digit(number / 10 % 10)
        bytes[index + 2] = digit(number % 10)
    }

    private static func digit(_ number: UInt32) -> UInt8 {
        UInt8(ascii: "0") + UInt8(truncatingIfNeeded: number)
    }
}
