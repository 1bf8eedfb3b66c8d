/// The texts of the call sites that logged last: records come from few places in a program, many times from each.
///
/// A call site's text has one place, which it shares with others. So looking is short, and the memory bounded: by the
/// number of places, and by the bytes that one may take.
struct CallSiteTexts {
    /// As many as there are places, or none as long as no text was kept: a renderer may be made for a single line.
    private var texts: [CallSiteText] = []

    /// How many places there are, a power of two.
    private static let count = 128
    /// The most bytes of a frame from which a text is kept; a text is six times as long at most, and a few bytes.
    private static let longestKey = 256

    /// How many records came whose place was taken by another call site, as far as one byte counts.
    private var displacements: UInt8 = 0

    /// The place of the text for a record, if it is there and the record needs no other.
    ///
    /// It takes only the parts that matter: a function that isn't part of its caller gets a copy of a whole outline.
    @inline(__always)
    func place(for levelAndLabel: Range<Int>, _ sourceStart: Int, in frame: Span<UInt8>) -> Int? {
        let place = Self.place(of: levelAndLabel, in: frame)
        guard place < texts.count, texts[place].isFor(levelAndLabel, sourceStart, in: frame) else { return nil }
        return place
    }

    /// Where the source ends in the frame of a record that has this text, and its thread's number begins.
    @inline(__always)
    func endOfSource(at place: Int, from start: Int) -> Int { start &+ texts[place].sourceLength }

    @inline(__always)
    func appendBeginning(at place: Int, to line: inout LineWriter) {
        texts[place].appendBeginning(to: &line)
    }

    @inline(__always)
    func appendEnd(at place: Int, to line: inout LineWriter) {
        texts[place].appendEnd(to: &line)
    }

    /// Keeps the text for a record's call site, unless it is too long, or it isn't its turn.
    mutating func keep(for fields: RecordFields, in frame: Span<UInt8>, as format: some CallSiteRendering) {
        guard fields.levelAndLabel.count + fields.source.count <= Self.longestKey else { return }
        if texts.isEmpty {
            texts = Array(repeating: CallSiteText(), count: Self.count)
        }
        let place = Self.place(of: fields.levelAndLabel, in: frame)
        guard texts[place].isEmpty || mayDisplace() else { return }
        texts[place].renew(for: fields, in: frame, as: format)
    }

    /// Whether a text may take the place of another: one time in eight. To make a text costs more than it spares a
    /// record, and call sites that take turns at one place would have it made each time.
    private mutating func mayDisplace() -> Bool {
        displacements &+= 1
        return displacements.isMultiple(of: 8)
    }

    // MARK: Places

    /// Lines tell most call sites apart; level and label tell those that have no line.
    @inline(__always)
    private static func place(of levelAndLabel: Range<Int>, in frame: Span<UInt8>) -> Int {
        // The range was found in the frame, and a level is a byte at least.
        let level = unsafe frame[unchecked: levelAndLabel.lowerBound]
        let label = levelAndLabel.upperBound &- levelAndLabel.lowerBound
        return (Int(lowestByteOfLine(in: frame)) &+ Int(level) &+ 8 &* label) & (count - 1)
    }

    /// The last byte of a line's number, mostly: behind it are a thread's number with one of these heads or none, and a
    /// `null`. Where the frame has other bytes, another place is as good.
    @inline(__always)
    private static func lowestByteOfLine(in frame: Span<UInt8>) -> UInt8 {
        // A record's frame is longer than that, so that all these bytes are there.
        let end = frame.count &- 1
        guard end >= 6 else { return 0 }
        if unsafe frame[unchecked: end &- 5] == 26 { return unsafe frame[unchecked: end &- 6] }
        if unsafe frame[unchecked: end &- 3] == 25 { return unsafe frame[unchecked: end &- 4] }
        if unsafe frame[unchecked: end &- 2] == 24 { return unsafe frame[unchecked: end &- 3] }
        return unsafe frame[unchecked: end &- 2]
    }
}
