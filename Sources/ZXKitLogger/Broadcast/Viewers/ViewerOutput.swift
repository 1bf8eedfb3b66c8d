internal import ZXKitLogCore
internal import ZXKitLogPOSIX

/// What is on its way to a viewer.
///
/// Records are offered to the kernel where they lie, and what it doesn't take is forgotten: the viewer's cursor stands
/// before it, and it is read again. Only what is left of a record that was begun must follow, so that alone is kept, as a
/// copy or, where that would be large, with the memory that it lies in.
struct ViewerOutput {
    /// Bytes of its own that are still to be sent, behind `position`: all items but those of the journal.
    var bytes: [UInt8] = []
    private var position = 0
    /// What goes before them.
    private var rest: RunRest?
    /// What goes behind them, if the kernel takes it in this turn.
    private var run: (any ViewerRun)?
    /// Whether the kernel has taken less than it was offered, so that its buffer is full.
    private(set) var isFull = false

    /// The largest rest of a record that is copied.
    private static let largestCopy = 16 * 1_024

    /// Whether nothing must be sent before anything else.
    var isEmpty: Bool { rest == nil && position == bytes.count }

    /// Whether the kernel would take more.
    var isReady: Bool { isEmpty && !isFull }

    /// The memory of others that it keeps alive.
    var pinned: (any RunSource)? { rest?.source }

    /// Takes note that the kernel has room again.
    mutating func noteRoom() {
        isFull = false
    }

    /// Offers records behind all else, in this turn alone.
    mutating func offer(_ run: any ViewerRun) {
        self.run = run
    }

    /// What a turn of sending did.
    struct Sent {
        /// Whether the kernel took anything.
        var hasProgress = false
        /// How far the viewer got in the run that was offered.
        var progress: RunProgress?
    }

    /// Sends what the kernel takes.
    mutating func send(to socket: borrowing Socket) throws(SystemCallError) -> Sent {
        var sent = Sent()
        defer { run = nil }
        guard !isFull, try sendRest(to: socket, &sent), try sendBytes(to: socket, &sent) else { return sent }
        try sendRun(to: socket, &sent)
        return sent
    }

    private mutating func sendRest(to socket: borrowing Socket, _ sent: inout Sent) throws(SystemCallError) -> Bool {
        guard let rest else { return true }
        let count = try send(rest.source, rest.bytes, to: socket, &sent)
        guard count < rest.bytes.count else {
            self.rest = nil
            return true
        }
        self.rest?.bytes = rest.bytes.dropFirst(count)
        return false
    }

    private mutating func sendBytes(to socket: borrowing Socket, _ sent: inout Sent) throws(SystemCallError) -> Bool {
        guard position < bytes.count else { return true }
        // Raw bytes of a span can be uninitialised padding, but bytes have none.
        let result = try unsafe socket.send(bytes.span.bytes.extracting(position...))
        position += note(result, of: bytes.count - position, &sent)
        guard position == bytes.count else { return false }
        position = 0
        // A buffer that once was large is given back.
        bytes.removeAll(keepingCapacity: bytes.capacity <= 1_024 * 1_024)
        return true
    }

    private mutating func sendRun(to socket: borrowing Socket, _ sent: inout Sent) throws(SystemCallError) {
        guard let run else { return }
        let progress = run.progress(after: try send(run.source, run.bytes, to: socket, &sent))
        sent.progress = progress
        if let rest = progress.rest {
            keep(rest)
        }
    }

    private mutating func keep(_ rest: RunRest) {
        if rest.bytes.count <= Self.largestCopy {
            rest.source.appendBytes(rest.bytes, to: &bytes)
        } else {
            self.rest = rest
        }
    }

    private mutating func send(
        _ source: some RunSource, _ range: Range<Int>, to socket: borrowing Socket, _ sent: inout Sent
    ) throws(SystemCallError) -> Int {
        let result = try Self.send(source, range, to: socket)
        return note(result, of: range.count, &sent)
    }

    private static func send(
        _ source: some RunSource, _ range: Range<Int>, to socket: borrowing Socket
    ) throws(SystemCallError) -> WriteResult {
        try source.withBytes(range) { (bytes) throws(SystemCallError) in try socket.send(bytes) }
    }

    /// - Returns: How many bytes were taken.
    private mutating func note(_ result: WriteResult, of offered: Int, _ sent: inout Sent) -> Int {
        guard case .bytes(let count) = result else {
            isFull = true
            return 0
        }
        sent.hasProgress = true
        isFull = count < offered
        return count
    }
}
