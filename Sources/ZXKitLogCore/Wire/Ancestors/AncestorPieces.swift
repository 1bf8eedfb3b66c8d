/// Records for an ancestor's viewer that takes one read for one record, and drops the parts of it that are empty.
package enum AncestorPieces {
    /// What such a viewer is sent for a record or gap, each piece by itself.
    package static func pieces(of item: LogItem) -> [[UInt8]] {
        var header: [UInt8] = []
        switch item {
        case .record(let record):
            AncestorText.appendHeader(of: record, to: &header)
            return pieces(AncestorText.content(of: record), behind: header)
        case .gap(let gap):
            AncestorText.appendHeader(ofNoticeAt: gap.time, to: &header)
            return pieces(gap.summary, behind: header)
        }
    }

    private static func pieces(_ content: String, behind header: [UInt8]) -> [[UInt8]] {
        var rest = Array(content.utf8)[...]
        var pieces: [[UInt8]] = []
        while rest.count > AncestorText.longestContent {
            let piece = rest.prefix(upTo: scalarBoundary(in: rest, before: AncestorText.longestContent - mark.count))
            pieces.append(header + piece + mark)
            rest = rest.dropFirst(piece.count)
        }
        return pieces + [header + rest + ending(of: rest)]
    }

    /// Where the scalar begins that the byte at an offset belongs to.
    private static func scalarBoundary(in bytes: ArraySlice<UInt8>, before offset: Int) -> Int {
        var index = bytes.startIndex + offset
        // A continuation byte is never a boundary (RFC 3629 §3).
        while index > bytes.startIndex, bytes[index] & 0xC0 == 0x80 {
            index -= 1
        }
        return index
    }

    /// What ends a piece behind which another follows.
    private static let mark = Array("…".utf8)

    /// What keeps a content from being dropped as an empty part.
    private static func ending(of content: ArraySlice<UInt8>) -> [UInt8] {
        content.allSatisfy { $0 == UInt8(ascii: "|") } ? [UInt8(ascii: " ")] : []
    }
}
