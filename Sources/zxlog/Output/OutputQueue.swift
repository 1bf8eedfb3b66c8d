import ZXKitLogPOSIX

/// What waits to be written to standard output and standard error, in one order, by a thread of its own.
///
/// Everything handed over is whole lines. While the thread writes, more gathers, so that a flood is written in large
/// batches and a single line at once. A closed standard error loses what was meant for it; a closed standard output is
/// told to `onTrouble`, once.
final class OutputQueue: Sendable {
    /// Why nothing can be written to standard output any more.
    enum Trouble: Equatable, Sendable {
        /// Whoever read it has gone: `| head` has seen enough.
        case closed
        /// The system refused, for example because the disk is full.
        case failed(SystemCallError)
    }

    private struct State {
        var batches: [OutputBatch] = []
        var size = 0
        var isEnding = false
        var isBroken = false
        /// Producers that wait until there is room.
        var waiting: [CheckedContinuation<Void, Never>] = []
    }

    /// Above this many bytes producers wait.
    private static let limit = 1 << 20

    private let state = Lock(State())
    private let parker = Parker()
    private let writeBatch: Writer
    private let onTrouble: @Sendable (Trouble) -> Void

    /// How lines reach their stream; returns when all are written.
    typealias Writer = @Sendable (OutputBatch) throws(SystemCallError) -> Void

    /// Makes a queue, which writes nothing until `start()`.
    ///
    /// - Parameters:
    ///   - writeBatch: How lines reach their stream.
    ///   - onTrouble: Told once that standard output takes no more, on the writing thread.
    init(
        writeBatch: @escaping Writer = { (batch) throws(SystemCallError) in try batch.write() },
        onTrouble: @escaping @Sendable (Trouble) -> Void
    ) {
        self.writeBatch = writeBatch
        self.onTrouble = onTrouble
    }

    /// Starts the thread that writes.
    ///
    /// - Returns: The thread, which ends after `end()` when all is written.
    func start() throws(SystemCallError) -> SystemThread {
        try SystemThread.start(name: "zxlog-output") { self.run() }
    }

    /// Hands over whole lines. Never waits.
    func write(_ lines: borrowing [UInt8], to stream: StandardStream) {
        state.withLock { state in
            guard !state.isBroken, !state.isEnding else { return }
            state.size += lines.count
            if let last = state.batches.indices.last, state.batches[last].stream == stream {
                state.batches[last].bytes += copy lines
            } else {
                state.batches.append(OutputBatch(stream: stream, bytes: copy lines))
            }
        }
        parker.unpark()
    }

    /// Waits while too much is waiting to be written.
    func waitForRoom() async {
        guard state.withLock({ $0.size > Self.limit }) else { return }
        await withCheckedContinuation { continuation in
            let mustWait = state.withLock { state in
                guard state.size > Self.limit, !state.isBroken else { return false }
                state.waiting.append(continuation)
                return true
            }
            if !mustWait {
                continuation.resume()
            }
        }
    }

    /// Takes nothing more; what was handed over is still written.
    func end() {
        state.withLock { $0.isEnding = true }
        parker.unpark()
    }

    private func run() {
        while true {
            let (batches, isEnding) = takeAll()
            for batch in batches {
                write(batch)
            }
            if batches.isEmpty {
                if isEnding { return }
                parker.park()
            }
        }
    }

    private func takeAll() -> (batches: [OutputBatch], isEnding: Bool) {
        let (batches, isEnding, waiting) = state.withLock { state in
            let taken = (state.batches, state.isEnding, state.waiting)
            state.batches = []
            state.size = 0
            state.waiting = []
            return taken
        }
        for continuation in waiting {
            continuation.resume()
        }
        return (batches, isEnding)
    }

    private func write(_ batch: OutputBatch) {
        guard !state.withLock({ $0.isBroken }) else { return }
        do throws(SystemCallError) {
            try writeBatch(batch)
        } catch {
            guard batch.stream == .output else { return }
            breakOff(error)
        }
    }

    private func breakOff(_ error: SystemCallError) {
        state.withLock { $0.isBroken = true }
        onTrouble(error.isBrokenPipe ? .closed : .failed(error))
    }
}
