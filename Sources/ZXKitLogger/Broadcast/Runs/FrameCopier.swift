internal import ZXKitLogCore

/// Leaves frames as they are: what "renders" them for viewers that want frames.
struct FrameCopier: FrameRenderer {
    func append(frame: Span<UInt8>, to output: inout LineBuffer) -> Bool {
        output.append(copying: frame)
        return true
    }

    func append(_ item: LogItem, to output: inout [UInt8]) {
        switch item {
        case .record(let record): FrameWriter.append(.record(record), to: &output)
        case .gap(let gap): FrameWriter.append(.gap(gap), to: &output)
        }
    }
}
