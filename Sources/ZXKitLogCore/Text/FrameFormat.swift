/// A format that can render a record from its frame's bytes, without making a `LogRecord` of them.
package protocol FrameFormat: LogFormat {
    /// What renders frames as this format renders the items in them.
    associatedtype Renderer: FrameRenderer

    /// Makes a renderer, for one thread.
    func makeRenderer() -> Renderer
}

/// Renders one record or gap after the other, the same bytes whether it comes as a frame or as an item. It keeps what
/// consecutive records share, so it belongs to one thread.
package protocol FrameRenderer {
    /// Appends an item, with its line end.
    mutating func append(_ item: LogItem, to output: inout [UInt8])

    /// Appends the record or gap in a frame, with its line end.
    ///
    /// - Parameters:
    ///   - frame: A whole frame, with its length; its bytes are checked as those of a stranger.
    ///   - output: Where the line goes.
    /// - Returns: False, with nothing appended, where the frame holds neither.
    mutating func append(frame: Span<UInt8>, to output: inout LineBuffer) -> Bool
}

extension FrameRenderer {
    /// Appends an item, with its line end.
    package mutating func append(_ item: LogItem, to output: inout LineBuffer) {
        var line: [UInt8] = []
        append(item, to: &line)
        output.append(copying: line.span)
    }

    /// Appends what is in a frame by making an item of it, whatever its form: the way for all but plain records.
    @inline(never)
    mutating func appendDecoded(_ frame: Span<UInt8>, to output: inout LineBuffer) -> Bool {
        guard let item = FrameReader.logItem(inFrame: frame) else { return false }
        append(item, to: &output)
        return true
    }
}
