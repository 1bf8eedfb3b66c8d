/// One JSON object per line, with the fields of the wire protocol: `kind` first, times as RFC 3339 in UTC.
public struct JSONLinesFormat: LogFormat {
    /// Makes the format.
    public init() {}

    /// Appends the item as one line.
    public func append(_ item: LogItem, to output: inout [UInt8]) {
        var renderer = makeRenderer()
        renderer.append(item, to: &output)
    }
}

extension JSONLinesFormat: FrameFormat {
    package func makeRenderer() -> JSONRenderer {
        JSONRenderer()
    }
}
