/// Cuts the stream of an ancestor's app back into records. There are no frames, so it looks for the next header, and glued and
/// split records come out whole.
///
/// What it holds is bounded: a content of 4 MiB ends it, as that is no log any more.
package struct AncestorDecoder: Sendable {
    private var bytes: [UInt8] = []
    /// The header whose content the bytes are; without one they belong to nothing.
    private var header: AncestorHeader?
    /// Whether some of that content was handed out already.
    private var isShown = false
    /// Before this offset there is no header.
    private var searched = 0
    /// Whether nothing has come since the last flush.
    private var isFlushed = false
    /// The last byte of what a flush handed out.
    private var lastShown: UInt8?

    /// The most bytes without a header.
    private static let longestContent = 4 * 1_024 * 1_024

    package init() {}

    /// Adds bytes as they were read.
    package mutating func append(_ read: some Collection<UInt8>) {
        // A digit that was taken for content, as nothing followed it, was the next header's after all.
        if bytes.isEmpty, let lastShown, AncestorHeader.continues(after: lastShown, with: read) {
            bytes.append(lastShown)
        }
        bytes.append(contentsOf: read)
        isFlushed = false
        lastShown = nil
    }

    /// Whether a record may be there that nothing follows yet.
    package var hasOpenRecord: Bool { header != nil && !isFlushed && (!isShown || !bytes.isEmpty) }

    /// The next record whose end is known, because another follows it.
    ///
    /// - Throws: What makes the stream worthless.
    package mutating func next() throws(WireError) -> LogRecord? {
        while true {
            switch AncestorHeader.search(bytes, from: searched) {
            case .found(let next, let range):
                let record = takeRecord(upTo: range.lowerBound)
                bytes.removeFirst(range.count)
                (header, isShown, searched) = (next, false, 0)
                if let record { return record }
            case .none(let end):
                searched = end
                guard bytes.count <= Self.longestContent else {
                    throw WireError(
                        .frameTooLong, "more than \(Self.longestContent) bytes without a record's beginning")
                }
                return nil
            }
        }
    }

    /// The record that nothing follows yet, after a silence. What comes before the next header is a further record with the
    /// same header.
    package mutating func flush() -> LogRecord? {
        guard hasOpenRecord else { return nil }
        // Where a header may just have begun, the rest of it is waited for.
        let end = (searched..<bytes.count).first { AncestorHeader.mayBegin(at: $0, in: bytes) } ?? endOfWholeScalars
        isFlushed = true
        lastShown = end > 0 && end == bytes.count ? bytes.last : nil
        return takeRecord(upTo: end)
    }

    /// All that is left, when nothing more can come.
    package mutating func finish() -> LogRecord? {
        takeRecord(upTo: bytes.count)
    }

    /// Before a character of which some bytes are still to come.
    private var endOfWholeScalars: Int {
        for offset in 1...4 where offset <= bytes.count {
            let byte = bytes[bytes.count - offset]
            // A continuation byte says nothing; the byte that leads says how many there are (RFC 3629 §3).
            guard byte & 0xC0 != 0x80 else { continue }
            let length = byte < 0xC0 ? 1 : byte < 0xE0 ? 2 : byte < 0xF0 ? 3 : 4
            return length > offset ? bytes.count - offset : bytes.count
        }
        return bytes.count
    }

    /// Takes the content before an offset.
    private mutating func takeRecord(upTo end: Int) -> LogRecord? {
        defer {
            bytes.removeFirst(end)
            searched = max(0, searched - end)
            isShown = true
        }
        guard let header, !isShown || end > 0 else { return nil }
        return LogRecord(
            sequence: 0, time: header.time, level: header.level, label: "",
            message: String(decoding: bytes[..<end], as: UTF8.self),
            metadata: header.isPrivate ? ["privacy": "encrypted"] : [:],
            file: header.file, function: header.function, line: header.line)
    }
}
