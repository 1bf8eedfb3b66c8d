import ZXKitLogCore

/// Frames made by the project's writer, and by hand for what it never writes.
enum Frames {
    static func encode(_ items: [WireItem]) -> [UInt8] {
        var bytes: [UInt8] = []
        for item in items {
            FrameWriter.append(item, to: &bytes)
        }
        return bytes
    }

    static func encode(_ item: WireItem) -> [UInt8] {
        encode([item])
    }

    /// An item's bytes without the frame's length.
    static func payload(_ item: WireItem) -> [UInt8] {
        Array(encode(item).dropFirst(FrameWriter.lengthSize))
    }

    /// Any bytes under a true length.
    static func frame(_ payload: [UInt8]) -> [UInt8] {
        length(UInt32(payload.count)) + payload
    }

    static func length(_ length: UInt32) -> [UInt8] {
        [24, 16, 8, 0].map { UInt8(truncatingIfNeeded: length >> $0) }
    }

    static func read(_ payload: [UInt8]) throws(WireError) -> WireItem {
        try FrameReader.item(in: payload[...])
    }

    /// What was wrong with a frame's bytes; `nil` where nothing was.
    static func fault(_ payload: [UInt8]) -> WireError.Code? {
        do {
            _ = try read(payload)
            return nil
        } catch {
            return error.code
        }
    }

    /// All items of a stream that comes in these reads.
    static func decode(
        _ reads: some Sequence<some Collection<UInt8>>, maximumFrame: Int = WireLimits.frame
    ) throws(WireError) -> [WireItem] {
        var decoder = FrameDecoder(maximumFrame: maximumFrame)
        var items: [WireItem] = []
        for read in reads {
            decoder.append(read)
            while let item = try decoder.next() {
                items.append(item)
            }
        }
        return items
    }
}
