internal import ZXKitLogCore
internal import ZXKitLogPOSIX

/// Renders the items of a batch, for one sink and on its thread alone.
protocol BatchRenderer: AnyObject {
    /// Appends all items, and notes where each ends in the output.
    func append(_ batch: LogBatch, to output: inout LineBuffer, ends: inout [Int])
}

/// Has a format of any kind render what a batch decodes.
final class ItemBatchRenderer: BatchRenderer {
    private let format: any LogFormat
    /// What the format has made of one item.
    private var line: [UInt8] = []

    init(_ format: any LogFormat) {
        self.format = format
    }

    func append(_ batch: LogBatch, to output: inout LineBuffer, ends: inout [Int]) {
        for item in batch {
            line.removeAll(keepingCapacity: line.capacity <= Self.longestKept)
            // Code of others, which may take its time: no fork has to wait for it.
            ForkGate.paused { format.append(item, to: &line) }
            output.append(copying: line.span)
            ends.append(output.count)
        }
    }

    /// The memory of a longer line is given back.
    private static var longestKept: Int { 16 * 1_024 }
}

/// Renders records from their frames, without decoding them: several times as fast.
final class FrameBatchRenderer<Renderer: FrameRenderer>: BatchRenderer {
    private var renderer: Renderer

    init(_ renderer: Renderer) {
        self.renderer = renderer
    }

    func append(_ batch: LogBatch, to output: inout LineBuffer, ends: inout [Int]) {
        Self.append(batch, with: &renderer, to: &output, ends: &ends)
    }

    /// Does the work with the renderer in hand: a class would check for each record that nobody else changes it.
    private static func append(
        _ batch: LogBatch, with renderer: inout Renderer, to output: inout LineBuffer, ends: inout [Int]
    ) {
        if let gap = batch.gap {
            renderer.append(.gap(gap), to: &output)
            ends.append(output.count)
        }
        // With room for all of them, the array is looked at once, not for each.
        ends.append(addingCapacity: batch.frameCount) { ends in
            batch.forEachFrame { frame in
                guard renderer.append(frame: frame, to: &output) else { return }
                ends.append(output.count)
            }
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
