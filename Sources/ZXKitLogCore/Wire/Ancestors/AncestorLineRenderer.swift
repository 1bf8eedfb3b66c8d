/// Renders records as the ancestors write them, one line each, with the text escaped so that a line is one record.
package struct AncestorLineRenderer: FrameRenderer {
    package init() {}

    package func append(_ item: LogItem, to output: inout [UInt8]) {
        switch item {
        case .record(let record):
            AncestorText.appendHeader(of: record, to: &output)
            TextEscaping.plain.append(AncestorText.content(of: record), to: &output)
        case .gap(let gap):
            AncestorText.appendHeader(ofNoticeAt: gap.time, to: &output)
            output.append(gap.summary)
        }
        output.append(UInt8(ascii: "\n"))
    }

    package mutating func append(frame: Span<UInt8>, to output: inout LineBuffer) -> Bool {
        appendDecoded(frame, to: &output)
    }
}
