internal import ZXKitLogCore

/// Writes items in the encoding that a viewer asked for.
struct ItemEncoder {
    let encoding: WireEncoding

    private static let text = TextFormat(zone: .utc)

    /// Appends one item; nothing where the encoding has no form for it.
    func append(_ item: WireItem, to output: inout [UInt8]) {
        switch encoding {
        case .cbor: FrameWriter.append(item, to: &output)
        case .json:
            JSONLine.append(item, to: &output)
            output.append(UInt8(ascii: "\n"))
        case .text: Self.appendText(item, to: &output)
        }
    }

    private static func appendText(_ item: WireItem, to output: inout [UInt8]) {
        switch item {
        case .record(let record): text.append(.record(record), to: &output)
        case .gap(let gap): text.append(.gap(gap), to: &output)
        case .bye(let reason): TextFormat.appendNotice("the app ends the stream: \(reason)", to: &output)
        case .error(let refusal):
            TextFormat.appendNotice("\(refusal.code.rawValue): \(refusal.explanation)", to: &output)
        case .hello, .heartbeat, .unknown: break
        }
    }

    /// Appends the records of a slice that are wanted, until the output has reached a size.
    ///
    /// - Returns: How many records were appended, and the index of the first entry that wasn't looked at.
    func append(
        _ selection: SliceSelection, untilSize limit: Int, to output: inout [UInt8]
    ) -> (count: Int, end: Int) {
        let slice = selection.slice
        var count = 0
        var index = slice.entries.lowerBound
        while index < slice.entries.upperBound, output.count < limit {
            let run = selection.nextRun(from: index, atMostBytes: limit - output.count)
            append(slice, run, to: &output)
            count += slice.recordCount(in: run)
            index = run.upperBound
        }
        return (count, index)
    }

    private func append(_ slice: JournalSlice, _ entries: Range<Int>, to output: inout [UInt8]) {
        guard encoding != .cbor else { return slice.segment.appendFrames(of: entries, to: &output) }
        for index in entries {
            switch slice.item(at: index) {
            case .record(let record): append(.record(record), to: &output)
            case .gap(let gap): append(.gap(gap), to: &output)
            case nil: break
            }
        }
    }
}
