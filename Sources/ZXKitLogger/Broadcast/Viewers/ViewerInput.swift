internal import ZXKitLogCore
internal import ZXKitLogPOSIX

/// What a viewer sent and nobody has taken up yet; bounded, as TCP holds a viewer back that is not read.
struct ViewerInput {
    /// The bytes, in the order in which they came.
    private(set) var bytes: [UInt8] = []

    /// The most that is read before something of it is taken up, in bytes.
    private static let size = 4_096
    private static let lineEnd = UInt8(ascii: "\n")

    var isFull: Bool { bytes.count >= Self.size }

    /// Receives what there is room for.
    mutating func receive(from socket: borrowing Socket) throws(SystemCallError) -> ReadResult {
        try socket.receive(appendingTo: &bytes, atMost: Self.size - bytes.count)
    }

    mutating func removeFirst(_ count: Int) {
        bytes.removeFirst(count)
    }

    mutating func removeAll() {
        bytes = []
    }

    // MARK: Lines

    /// Whether a whole line has come.
    var hasLine: Bool { bytes.contains(Self.lineEnd) }

    /// Whether what came is, or will be, a line that is longer than any may be.
    var hasTooLongLine: Bool { (bytes.firstIndex(of: Self.lineEnd) ?? bytes.count) >= WireLimits.viewerLine }

    /// Takes the first line without its end, if there is a whole one that isn't too long.
    mutating func takeLine() -> ArraySlice<UInt8>? {
        guard !hasTooLongLine, let end = bytes.firstIndex(of: Self.lineEnd) else { return nil }
        let line = bytes[..<end]
        bytes.removeFirst(end + 1)
        return line
    }
}
