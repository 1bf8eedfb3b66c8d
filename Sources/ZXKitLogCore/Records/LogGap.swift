/// A statement that records are missing here, and why.
///
/// Received records and told gaps together are exactly what was logged: the numbers from `first` to `last`, both
/// included, will not come.
public struct LogGap: Hashable, Sendable {
    /// Why records are missing. A reason that this version doesn't know is kept as its text.
    public struct Reason: RawRepresentable, Hashable, Sendable {
        /// The reason's name on the wire.
        public var rawValue: String

        /// Makes a reason of this name.
        public init(rawValue: String) {
            self.rawValue = rawValue
        }

        /// The reader was too slow, and the records fell out of the journal.
        public static let overrun = Reason(rawValue: "overrun")
        /// The reader asked for records that are no longer held.
        public static let expired = Reason(rawValue: "expired")
        /// Records were logged faster than the app's own buffers could take them.
        public static let overflow = Reason(rawValue: "overflow")
        /// In this range some of what the reader wants was not captured; records of the range may still come.
        public static let level = Reason(rawValue: "level")
        /// The reader asked to go on after a record of an earlier run of the app; how many are missing is unknown.
        public static let restarted = Reason(rawValue: "restarted")

        /// Whether both names have the same UTF-8 bytes.
        public static func == (left: Reason, right: Reason) -> Bool {
            left.rawValue.hasSameBytes(as: right.rawValue)
        }

        /// Hashes the name's UTF-8 bytes.
        public func hash(into hasher: inout Hasher) {
            BytewiseText(rawValue).hash(into: &hasher)
        }
    }

    /// The missing sequence numbers, or `nil` where they are unknown.
    public var range: ClosedRange<UInt64>?
    /// How many records are missing, or `nil` where that is unknown or no `UInt64` can tell it.
    public var count: UInt64?
    /// Why they are missing.
    public var reason: Reason
    /// When the gap was noticed, by the app's wall clock.
    public var time: LogTime

    /// Makes a gap over a known range, in which every number is missing.
    public init(_ range: ClosedRange<UInt64>, reason: Reason, time: LogTime) {
        // Numbers begin at 1, so only a range that holds 0 too can be too long to be counted.
        let (count, isTooLong) = (range.upperBound - range.lowerBound).addingReportingOverflow(1)
        self.init(range: range, count: isTooLong ? nil : count, reason: reason, time: time)
    }

    /// Makes a gap of which range or count may be unknown.
    public init(range: ClosedRange<UInt64>?, count: UInt64?, reason: Reason, time: LogTime) {
        self.range = range
        self.count = count
        self.reason = reason
        self.time = time
    }
}
