import ZXKitLogCore

/// What is accepted means the same when it is written again. Text that is no UTF-8 was repaired when it was read.
enum CBORFuzz {
    static func run(_ bytes: [UInt8]) {
        guard let item = try? FrameReader.item(in: bytes[...]) else { return }
        if case .unknown = item { return }
        var frame: [UInt8] = []
        FrameWriter.append(item, to: &frame)
        let written = frame.dropFirst(FrameWriter.lengthSize)
        precondition((try? FrameReader.item(in: written)) == item, "an item changed its meaning")
    }
}
