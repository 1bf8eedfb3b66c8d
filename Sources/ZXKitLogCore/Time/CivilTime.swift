/// A time as the calendar and a clock on the wall show it, in a zone with a fixed offset from UTC.
///
/// Years are those of the proleptic Gregorian calendar; there are no leap seconds, as in POSIX time.
package struct CivilTime: Equatable, Sendable {
    package let year: Int
    package let month: Int
    package let day: Int
    package let hour: Int
    package let minute: Int
    package let second: Int
    package let nanosecond: Int
    /// Seconds east of UTC, in whole minutes and less than a day.
    package let utcOffsetSeconds: Int

    /// Makes the time as a zone shows it.
    ///
    /// - Parameters:
    ///   - time: A point in time.
    ///   - utcOffsetSeconds: The zone's offset in seconds east of UTC. RFC 3339 §4.2 writes whole minutes of less than
    ///     a day, so the rest is left out of the clock's time as well, and the text still names the same instant.
    package init(_ time: LogTime, utcOffsetSeconds: Int) {
        let utcOffsetSeconds = min(max(utcOffsetSeconds, -Self.longestOffset), Self.longestOffset) / 60 * 60
        let (seconds, nanosecond) = time.nanosecondsSince1970.flooredDivision(by: 1_000_000_000)
        let (days, secondOfDay) = (seconds + Int64(utcOffsetSeconds)).flooredDivision(by: 86_400)
        let date = Self.date(daysSince1970: Int(days))
        year = date.year
        month = date.month
        day = date.day
        hour = Int(secondOfDay) / 3_600
        minute = Int(secondOfDay) / 60 % 60
        second = Int(secondOfDay) % 60
        self.nanosecond = Int(nanosecond)
        self.utcOffsetSeconds = utcOffsetSeconds
    }

    private static let longestOffset = 86_399

    /// The calendar repeats every 400 years, which are 146,097 days. Counting years from the first of March puts the
    /// leap day at a year's end, so that a day's month follows from a linear formula: five months have 153 days.
    private static func date(daysSince1970: Int) -> (year: Int, month: Int, day: Int) {
        let daysSinceMarchOfYearZero = daysSince1970 + 719_468
        let (era, dayOfEra) = daysSinceMarchOfYearZero.flooredDivision(by: 146_097)
        let yearOfEra = (dayOfEra - dayOfEra / 1_460 + dayOfEra / 36_524 - dayOfEra / 146_096) / 365
        let dayOfYear = dayOfEra - (365 * yearOfEra + yearOfEra / 4 - yearOfEra / 100)
        let monthFromMarch = (5 * dayOfYear + 2) / 153
        let day = dayOfYear - (153 * monthFromMarch + 2) / 5 + 1
        let month = monthFromMarch < 10 ? monthFromMarch + 3 : monthFromMarch - 9
        let year = era * 400 + yearOfEra + (month <= 2 ? 1 : 0)
        return (year, month, day)
    }
}

extension CivilTime {
    /// Appends `2026-11-30T19:22:08.123456Z`, or an offset such as `+05:30` in place of the `Z`.
    ///
    /// - Parameters:
    ///   - fractionDigits: 0 to 9; the rest is cut, not rounded, so that no record seems to come from the future.
    ///   - output: Where the text goes.
    package func appendRFC3339(fractionDigits: Int, to output: inout [UInt8]) {
        output.append(decimal: year, width: 4)
        output.append(UInt8(ascii: "-"))
        output.append(decimal: month, width: 2)
        output.append(UInt8(ascii: "-"))
        output.append(decimal: day, width: 2)
        output.append(UInt8(ascii: "T"))
        output.append(decimal: hour, width: 2)
        output.append(UInt8(ascii: ":"))
        output.append(decimal: minute, width: 2)
        output.append(UInt8(ascii: ":"))
        output.append(decimal: second, width: 2)
        appendFraction(digits: fractionDigits, to: &output)
        appendOffset(to: &output)
    }

    private func appendFraction(digits: Int, to output: inout [UInt8]) {
        guard digits > 0 else { return }
        output.append(UInt8(ascii: "."))
        var fraction = nanosecond
        for _ in digits..<9 {
            fraction /= 10
        }
        output.append(decimal: fraction, width: digits)
    }

    private func appendOffset(to output: inout [UInt8]) {
        guard utcOffsetSeconds != 0 else { return output.append(UInt8(ascii: "Z")) }
        let minutes = abs(utcOffsetSeconds) / 60
        output.append(UInt8(ascii: utcOffsetSeconds < 0 ? "-" : "+"))
        output.append(decimal: minutes / 60, width: 2)
        output.append(UInt8(ascii: ":"))
        output.append(decimal: minutes % 60, width: 2)
    }
}

extension BinaryInteger {
    /// Quotient and remainder, the remainder never negative for a positive divisor.
    fileprivate func flooredDivision(by divisor: Self) -> (quotient: Self, remainder: Self) {
        let (quotient, remainder) = quotientAndRemainder(dividingBy: divisor)
        return remainder < 0 ? (quotient - 1, remainder + divisor) : (quotient, remainder)
    }
}
