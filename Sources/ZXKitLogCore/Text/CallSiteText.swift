/// What the lines of one call site share: the text before the message, and the text after all that is the record's own.
struct CallSiteText {
    /// The parts of a frame that the text was made of: level and label, then file, function and line. The same bytes
    /// make the same text.
    private var levelAndLabel: [UInt8] = []
    private var source: [UInt8] = []
    private var beginning: [UInt8] = []
    private var end: [UInt8] = []

    /// Whether there is no text yet. A level takes a byte.
    var isEmpty: Bool { levelAndLabel.isEmpty }

    /// Whether this is the text for a record.
    @inline(__always)
    func isFor(_ levelAndLabel: Range<Int>, _ sourceStart: Int, in frame: Span<UInt8>) -> Bool {
        let sourceEnd = sourceStart &+ source.count
        guard sourceEnd <= frame.count else { return false }
        // Both ranges are in the frame, the second by the check, and neither ends before it begins.
        let source = unsafe frame.extracting(unchecked: Range(uncheckedBounds: (sourceStart, sourceEnd)))
        let levelAndLabel = unsafe frame.extracting(unchecked: levelAndLabel)
        return BlockComparison.areEqual(source, self.source.span)
            && BlockComparison.areEqual(levelAndLabel, self.levelAndLabel.span)
            && RecordOutline.isComplete(frame, behindSource: sourceEnd)
    }

    /// How long the source is in the frame.
    var sourceLength: Int { source.count }

    @inline(__always)
    func appendBeginning(to line: inout LineWriter) {
        line.append(copying: beginning.span)
    }

    @inline(__always)
    func appendEnd(to line: inout LineWriter) {
        line.append(copying: end.span)
    }

    /// Makes this the text for a record, in the memory of the text before.
    mutating func renew(for fields: RecordFields, in frame: Span<UInt8>, as format: some CallSiteRendering) {
        levelAndLabel.replaceAll(copying: frame.extracting(fields.levelAndLabel))
        source.replaceAll(copying: frame.extracting(fields.source))
        beginning.removeAll(keepingCapacity: true)
        beginning.append(room: type(of: format).beginningRoom + TextEscaping.room(for: levelAndLabel.count)) { line in
            format.appendBeginning(of: fields, in: frame, to: &line)
        }
        end.removeAll(keepingCapacity: true)
        end.append(room: type(of: format).endRoom + TextEscaping.room(for: source.count)) { line in
            format.appendEnd(of: fields, in: frame, to: &line)
        }
    }
}

extension [UInt8] {
    fileprivate mutating func replaceAll(copying bytes: Span<UInt8>) {
        removeAll(keepingCapacity: true)
        append(copying: bytes)
    }
}
