/// Cuts a stream of bytes into frames and reads them, however the bytes were cut into reads.
///
/// What it holds is bounded: one frame at most, whose length it checks before it waits for the rest. After it threw, it
/// throws the same again, since a stream with a bad length can't be trusted any further.
package struct FrameDecoder: Sendable {
    private var buffer: [UInt8] = []
    private var position = 0
    private var maximumFrame: Int
    private var announcedFrame = WireLimits.firstFrame
    private var failure: WireError?

    /// Makes a decoder.
    ///
    /// - Parameter maximumFrame: The longest frame to accept, in bytes; what a hello announces can only lower it.
    package init(maximumFrame: Int = WireLimits.frame) {
        self.maximumFrame = maximumFrame
    }

    /// Whether the bytes so far end inside a frame.
    package var isInsideFrame: Bool { position < buffer.count }

    /// Adds bytes as they were read.
    package mutating func append(_ bytes: some Collection<UInt8>) {
        if position > 0 {
            buffer.removeFirst(position)
            position = 0
        }
        buffer.append(contentsOf: bytes)
    }

    /// The next item, or `nil` where its frame isn't whole yet.
    package mutating func next() throws(WireError) -> WireItem? {
        if let failure { throw failure }
        do throws(WireError) {
            return try readFrame()
        } catch {
            failure = error
            throw error
        }
    }

    private mutating func readFrame() throws(WireError) -> WireItem? {
        guard let length = try frameLength() else { return nil }
        let start = position + FrameWriter.lengthSize
        guard buffer.count - start >= length else { return nil }
        let item = try FrameReader.item(in: buffer[start..<start + length])
        position = start + length
        if case .hello(let hello) = item {
            announcedFrame = hello.maxFrame
        }
        return item
    }

    private func frameLength() throws(WireError) -> Int? {
        guard buffer.count - position >= FrameWriter.lengthSize else { return nil }
        let length = buffer[position..<position + FrameWriter.lengthSize].reduce(0) { $0 << 8 | Int($1) }
        guard length > 0 else { throw WireError(.emptyFrame, "a frame of length 0") }
        let limit = min(maximumFrame, announcedFrame)
        guard length <= limit else {
            throw WireError(.frameTooLong, "a frame of \(length) bytes, above the limit of \(limit)")
        }
        return length
    }
}
