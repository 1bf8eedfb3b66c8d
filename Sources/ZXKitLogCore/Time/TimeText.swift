/// Times as RFC 3339 text, for one that shows many in a row: the calendar is asked once per second of their clock, and
/// only the fraction is written for each.
struct TimeText {
    /// How fine the fraction is.
    enum Fraction {
        case microseconds
        case nanoseconds
    }

    /// The most bytes of a text: the years of a `LogTime` have four digits.
    static let room = 36

    private let fraction: Fraction
    /// The earliest time in the second whose text is here, and how many nanoseconds the second has from there on; none
    /// before the first time was shown.
    private var earliest: Int64 = 0
    private var length: UInt64 = 0
    /// How far the earliest time is in its second: not at the beginning only in the first second of all, most of which
    /// no `LogTime` can name.
    private var earliestNanosecond: UInt32 = 0
    private var beginning = Beginning()
    private var zone = ByteWord.spaces
    private var zoneLength = 0

    /// `2026-11-30T19:22:08.`, which is all before the fraction.
    private struct Beginning {
        static let length = 20

        var date = ByteWord.spaces
        var middle = ByteWord.spaces
        var seconds = ByteWord.spaces
    }

    init(fraction: Fraction) {
        self.fraction = fraction
    }

    /// Appends a time, for which there must be `room`.
    ///
    /// - Parameters:
    ///   - time: The time.
    ///   - utcOffsetSeconds: The offset in seconds east of UTC at that time; asked for when its second is another than
    ///     that of the time before.
    ///   - line: Where the text goes.
    @inline(__always)
    mutating func append(
        _ time: LogTime, utcOffsetSeconds: @autoclosure () -> Int, to line: inout LineWriter
    ) {
        if !hasSecond(of: time) {
            beginSecond(of: time, utcOffsetSeconds: utcOffsetSeconds())
        }
        line.append(beginning.date, beginning.middle, beginning.seconds, count: Beginning.length)
        let difference = UInt32(truncatingIfNeeded: time.nanosecondsSince1970 &- earliest)
        appendFraction(earliestNanosecond &+ difference, to: &line)
        line.append(zone, count: zoneLength)
    }

    @inline(__always)
    private func hasSecond(of time: LogTime) -> Bool {
        // For an earlier time the difference could be too large for 64 bits.
        guard time.nanosecondsSince1970 >= earliest else { return false }
        return UInt64(bitPattern: time.nanosecondsSince1970 &- earliest) < length
    }

    @inline(never)
    private mutating func beginSecond(of time: LogTime, utcOffsetSeconds: Int) {
        var text: [UInt8] = []
        let civil = CivilTime(time, utcOffsetSeconds: utcOffsetSeconds)
        civil.appendRFC3339(fractionDigits: 1, to: &text)
        beginning.date = ByteWord(text)
        beginning.middle = ByteWord(text.dropFirst(ByteWord.size))
        beginning.seconds = ByteWord(text.dropFirst(2 * ByteWord.size))
        let zoneText = text.dropFirst(Beginning.length + 1)
        zone = ByteWord(zoneText)
        zoneLength = zoneText.count
        rememberSecond(of: time, nanosecond: Int64(civil.nanosecond))
    }

    private mutating func rememberSecond(of time: LogTime, nanosecond: Int64) {
        let (start, isTooEarly) = time.nanosecondsSince1970.subtractingReportingOverflow(nanosecond)
        earliest = isTooEarly ? .min : start
        earliestNanosecond = UInt32(nanosecond - (time.nanosecondsSince1970 - earliest))
        length = 1_000_000_000 - UInt64(earliestNanosecond)
    }

    @inline(__always)
    private func appendFraction(_ nanoseconds: UInt32, to line: inout LineWriter) {
        switch fraction {
        case .microseconds:
            // Six digits are eight without the two zeros in front.
            let digits = ByteWord(eightDigits: nanoseconds / 1_000)
            line.append(ByteWord(bits: digits.bits >> 16), count: 6)
        case .nanoseconds:
            line.append(ByteWord(eightDigits: nanoseconds / 10), count: ByteWord.size)
            line.append(UInt8(ascii: "0") + UInt8(truncatingIfNeeded: nanoseconds % 10))
        }
    }
}
