/// What stands before the content of an ancestor's record: `1|File: A.swift -- Line: 4 -- Function:A.f() ----|1659429123.1|`.
struct AncestorHeader: Equatable {
    let level: LogLevel
    /// Whether the content is encrypted: their `privacy` records.
    let isPrivate: Bool
    let file: String
    let line: Int?
    let function: String
    let time: LogTime

    /// The longest header, in bytes.
    static let longest = 2_000

    /// What was found in a stream.
    enum Search: Equatable {
        /// A header, and where it is.
        case found(AncestorHeader, Range<Int>)
        /// No header before this offset; what begins there may become one.
        case none(before: Int)
    }

    private static let mark = Array("|File: ".utf8)
    private static let end = Array(" ----|".utf8)

    /// Looks for the first header that begins at an offset or behind it.
    static func search(_ bytes: [UInt8], from start: Int) -> Search {
        var position = start
        while let bar = bytes.offset(of: mark, from: position + 1) {
            switch header(in: bytes, at: bar - 1) {
            case .whole(let header, let end): return .found(header, bar - 1..<end)
            case .incomplete: return .none(before: bar - 1)
            case .no: position = bar
            }
        }
        // The end may be the beginning of a mark, with its digit before it.
        return .none(before: max(start, bytes.count - mark.count))
    }

    /// Whether the bytes from an offset to their end are the beginning of a header. A digit alone is taken for content.
    static func mayBegin(at start: Int, in bytes: [UInt8]) -> Bool {
        let rest = bytes[(start + 1)...]
        return kind(bytes[start]) != nil && !rest.isEmpty
            && rest.prefix(mark.count).elementsEqual(mark.prefix(rest.count))
    }

    /// Whether bytes go on with the header that a digit began.
    static func continues(after digit: UInt8, with bytes: some Collection<UInt8>) -> Bool {
        kind(digit) != nil && bytes.starts(with: mark)
    }

    private enum Attempt {
        case whole(AncestorHeader, end: Int)
        case incomplete
        case no
    }

    /// Reads the header that may begin at an offset. What it is never depends on bytes behind it, or it would depend on how the
    /// stream is cut into reads.
    private static func header(in bytes: [UInt8], at start: Int) -> Attempt {
        guard start >= 0, let kind = kind(bytes[start]) else { return .no }
        let debugStart = start + 1 + mark.count
        let limit = start + longest
        // A header holds no other: this one's end is lost, and what follows is the other's.
        let next = bytes.offset(of: mark, from: debugStart, before: limit)
        guard let debugEnd = bytes.offset(of: end, from: debugStart, before: next ?? limit) else {
            return next == nil && limit > bytes.count ? .incomplete : .no
        }
        let timeStart = debugEnd + end.count
        guard let bar = bytes[timeStart...].firstIndex(where: { !isTimeByte($0) }) else {
            return limit > bytes.count ? .incomplete : .no
        }
        guard bytes[bar] == UInt8(ascii: "|"), bar < limit else { return .no }
        guard let time = time(bytes[timeStart..<bar]),
            let debug = Debug(String(decoding: bytes[start + 1 + mark.count..<debugEnd], as: UTF8.self))
        else { return .no }
        let header = AncestorHeader(
            level: kind.level, isPrivate: kind.isPrivate, file: debug.file, line: debug.line, function: debug.function,
            time: time)
        return .whole(header, end: bar + 1)
    }

    private static func kind(_ digit: UInt8) -> (level: LogLevel, isPrivate: Bool)? {
        switch digit {
        case UInt8(ascii: "0"): (.debug, false)
        case UInt8(ascii: "1"): (.info, false)
        case UInt8(ascii: "2"): (.warning, false)
        case UInt8(ascii: "4"): (.error, false)
        case UInt8(ascii: "8"): (.info, true)
        default: nil
        }
    }

    private static func isTimeByte(_ byte: UInt8) -> Bool {
        (UInt8(ascii: "0")...UInt8(ascii: "9")).contains(byte) || byte == UInt8(ascii: ".")
    }

    /// Seconds since 1970 with a fraction; of that, nine digits count.
    private static func time(_ bytes: ArraySlice<UInt8>) -> LogTime? {
        let parts = bytes.split(separator: UInt8(ascii: "."), omittingEmptySubsequences: false)
        guard parts.count == 2, bytes.allSatisfy(isTimeByte),
            let seconds = Int64(String(decoding: parts[0], as: UTF8.self))
        else { return nil }
        let digits = parts[1].prefix(9) + repeatElement(UInt8(ascii: "0"), count: max(0, 9 - parts[1].count))
        let (whole, overflow) = seconds.multipliedReportingOverflow(by: 1_000_000_000)
        guard !overflow, !parts[1].isEmpty, let nanoseconds = Int64(String(decoding: digits, as: UTF8.self)) else {
            return nil
        }
        let (sum, isTooLate) = whole.addingReportingOverflow(nanoseconds)
        return isTooLate ? nil : LogTime(nanosecondsSince1970: sum)
    }

    /// `A.swift -- Line: 4 -- Function:A.f()`
    private struct Debug {
        let file: String
        let line: Int?
        let function: String

        init?(_ text: String) {
            guard let line = text.firstRange(of: " -- Line: "), let function = text.firstRange(of: " -- Function:"),
                line.upperBound <= function.lowerBound
            else { return nil }
            file = String(text[..<line.lowerBound])
            self.line = Int(text[line.upperBound..<function.lowerBound])
            self.function = String(text[function.upperBound...])
        }
    }
}

extension [UInt8] {
    /// Where a pattern begins, at an offset or behind it, and before another.
    fileprivate func offset(of pattern: [UInt8], from start: Int, before limit: Int = .max) -> Int? {
        let end = Swift.min(limit, count - pattern.count + 1)
        guard start >= 0, start < end else { return nil }
        return (start..<end).first { index in
            self[index] == pattern[0] && self[index..<index + pattern.count].elementsEqual(pattern)
        }
    }
}
