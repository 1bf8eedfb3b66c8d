internal import ZXKitLogPOSIX

/// Bytes on their way to a viewer.
struct OutputBuffer {
    /// What is still to be sent, behind `position`.
    var bytes: [UInt8] = []
    private var position = 0

    var isEmpty: Bool { position == bytes.count }

    /// Sends what the kernel takes.
    ///
    /// - Returns: Whether anything was taken.
    mutating func send(to socket: borrowing Socket) throws(SystemCallError) -> Bool {
        var hasSent = false
        while !isEmpty {
            guard case .bytes(let count) = try sendOnce(to: socket) else { return hasSent }
            hasSent = true
            position += count
        }
        clear()
        return hasSent
    }

    private func sendOnce(to socket: borrowing Socket) throws(SystemCallError) -> WriteResult {
        // Raw bytes of a span can be uninitialised padding, but bytes have none.
        try unsafe socket.send(bytes.span.bytes.extracting(position...))
    }

    /// A buffer that once was large is given back.
    private mutating func clear() {
        position = 0
        bytes.removeAll(keepingCapacity: bytes.capacity <= 1_024 * 1_024)
    }
}
