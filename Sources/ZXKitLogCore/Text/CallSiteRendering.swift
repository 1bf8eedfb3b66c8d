/// How what the lines of one call site share looks in a format: it depends on nothing but level and label, and on the source.
protocol CallSiteRendering {
    /// What the text before the message takes at most, but for the label.
    static var beginningRoom: Int { get }
    /// What the text at the end takes at most, but for file and function.
    static var endRoom: Int { get }

    /// Appends what stands between a record's time and its message.
    func appendBeginning(of fields: RecordFields, in frame: Span<UInt8>, to line: inout LineWriter)

    /// Appends what stands behind all that is the record's own, up to its thread.
    func appendEnd(of fields: RecordFields, in frame: Span<UInt8>, to line: inout LineWriter)
}
