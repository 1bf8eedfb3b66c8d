/// A point in wall-clock time, in whole nanoseconds since 1970-01-01 00:00:00 UTC.
///
/// The range is that of `Int64`: the years 1677 to 2262.
public struct LogTime: Hashable, Sendable {
    /// Nanoseconds since 1970 UTC; negative before.
    public var nanosecondsSince1970: Int64

    /// Makes the time that lies so many nanoseconds after 1970 UTC.
    public init(nanosecondsSince1970: Int64) {
        self.nanosecondsSince1970 = nanosecondsSince1970
    }
}

extension LogTime: Comparable {
    /// Whether `left` is earlier than `right`.
    public static func < (left: LogTime, right: LogTime) -> Bool {
        left.nanosecondsSince1970 < right.nanosecondsSince1970
    }
}

extension LogTime: CustomStringConvertible {
    /// The time as RFC 3339 in UTC with nine digits of fraction, for example `2026-11-30T19:22:08.000000001Z`.
    public var description: String {
        var bytes: [UInt8] = []
        CivilTime(self, utcOffsetSeconds: 0).appendRFC3339(fractionDigits: 9, to: &bytes)
        return String(decoding: bytes, as: UTF8.self)
    }
}
