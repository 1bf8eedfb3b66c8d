internal import ZXKitLogCore

/// Renders the items of a batch, for one sink and on its thread alone.
protocol BatchRenderer: AnyObject {
    /// Appends all items, and notes where each ends in the output.
    func append(_ batch: LogBatch, to output: inout [UInt8], ends: inout [Int])
}

/// Has a format of any kind render what a batch decodes.
final class ItemBatchRenderer: BatchRenderer {
    private let format: any LogFormat

    init(_ format: any LogFormat) {
        self.format = format
    }

    func append(_ batch: LogBatch, to output: inout [UInt8], ends: inout [Int]) {
        for item in batch {
            format.append(item, to: &output)
            ends.append(output.count)
        }
    }
}

/// Renders records from their frames, without decoding them: several times as fast.
final class FrameBatchRenderer<Renderer: FrameRenderer>: BatchRenderer {
    private var renderer: Renderer

    init(_ renderer: Renderer) {
        self.renderer = renderer
    }

    func append(_ batch: LogBatch, to output: inout [UInt8], ends: inout [Int]) {
        if let gap = batch.gap {
            renderer.append(.gap(gap), to: &output)
            ends.append(output.count)
        }
        batch.forEachFrame { frame in
            guard renderer.append(frame: frame, to: &output) else { return }
            ends.append(output.count)
        }
    }
}

/// The fastest way there is to render with a format.
func batchRenderer(for format: any LogFormat) -> any BatchRenderer {
    guard let format = format as? any FrameFormat else { return ItemBatchRenderer(format) }
    return frameBatchRenderer(for: format)
}

private func frameBatchRenderer(for format: some FrameFormat) -> any BatchRenderer {
    FrameBatchRenderer(format.makeRenderer())
}
