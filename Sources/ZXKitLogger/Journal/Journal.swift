internal import ZXKitLogCore
internal import ZXKitLogPOSIX

/// The recent past of a system as wire frames, bounded in bytes: written at its end, read by any number of cursors.
///
/// A cursor is a sequence number, kept by its reader. Old segments fall off the back whoever still wants them; a reader
/// that was too slow is told which numbers it missed and goes on with the oldest.
final class Journal: Sendable {
    let number = JournalNumber.next()
    private let state: Lock<JournalState>

    /// The smallest capacity, in bytes.
    static let minimumCapacity = 256 * 1_024

    /// - Parameters:
    ///   - capacity: The bound in bytes. One record that is larger is still held.
    ///   - levels: What is captured until that changes.
    init(capacity: Int, capturing levels: LogLevels = LogLevels(.trace)) {
        state = Lock(JournalState(capacity: max(capacity, Self.minimumCapacity), capturing: levels))
    }

    // MARK: Writing

    /// Lets the one writer append. Readers that sleep are not woken by this.
    ///
    /// The lock is held meanwhile, but never across I/O: so not much should be appended in one go.
    @inline(__always)
    func write<Result: Sendable>(_ append: (inout JournalState) -> Result) -> Result {
        state.withLock { state in append(&state) }
    }

    /// Wakes the readers that sleep, after something was appended.
    func wakeSleepers() {
        state.withLock { $0.takeSleepers() }.forEach { $0.wake() }
    }

    /// Keeps what a reader hasn't read, as long as it is healthy.
    func add(holder: any JournalHolder) {
        state.withLock { $0.holders.append(holder) }
    }

    /// Lets everything fall off, whoever still needs it.
    func removeHolders() {
        state.withLock { $0.holders = [] }
    }

    /// Takes nothing more, and wakes all who wait for more.
    ///
    /// - Returns: The number that the next record would have had.
    @discardableResult
    func close() -> UInt64 {
        let (next, sleepers) = state.withLock { state in
            state.isClosed = true
            // Nothing has to be kept from falling off any more, and holders hold the journal in turn.
            state.holders = []
            return (state.nextSequence, state.takeSleepers())
        }
        sleepers.forEach { $0.wake() }
        return next
    }

    /// Changes the bound; what is above it goes at once.
    func setCapacity(_ capacity: Int) {
        state.withLock { state in
            state.capacity = max(capacity, Self.minimumCapacity)
            state.dropOldest(toFit: 0)
        }
    }

    // MARK: What is captured

    /// Notes that levels are about to become the captured ones.
    func beginCapture(of levels: LogLevels, change: UInt64) {
        state.withLock { state in
            state.capture.begin(levels, change: change, at: state.nextSequence)
            state.capture.forget(before: state.oldest)
        }
    }

    /// Notes that all records of before a change have their numbers.
    func settleCapture(_ change: UInt64) {
        state.withLock { state in state.capture.settle(change, at: state.nextSequence) }
    }

    /// What was captured from a number on, or `nil` if that is known in this version already.
    func capturePeriods(from sequence: UInt64, unless version: UInt64?) -> ArraySlice<CaptureHistory.Period>? {
        state.withLock { state in
            guard state.capture.version != version else { return nil }
            return state.capture.periods(from: sequence)
        }
    }

    // MARK: Reading

    /// What lies at a cursor, at most to the end of one segment.
    func read(at cursor: UInt64) -> JournalReading {
        state.withLock { $0.read(at: cursor) }
    }

    /// All that is held, a slice for each segment: for a search that may take longer than the lock should be held.
    func slices() -> [JournalSlice] {
        state.withLock(\.slices)
    }

    /// The numbers that are held, as `oldest..<next`.
    var range: Range<UInt64> {
        state.withLock { $0.oldest..<$0.nextSequence }
    }

    /// The memory that segments take, in bytes.
    var usedBytes: Int {
        state.withLock { $0.usedCapacity }
    }

    /// Has a reader woken, once, when something is there at its cursor or the journal closes.
    ///
    /// - Returns: False if that is so already: the reader must not sleep.
    func wake(_ sleeper: any JournalSleeper, whenBeyond cursor: UInt64) -> Bool {
        state.withLock { state in
            guard cursor >= state.nextSequence, !state.isClosed else { return false }
            // A reader that was woken by something else asks again.
            if !state.sleepers.contains(where: { $0 === sleeper }) {
                state.sleepers.append(sleeper)
            }
            return true
        }
    }

    /// Whether anything more can come.
    var isClosed: Bool {
        state.withLock { $0.isClosed }
    }
}

/// A reader that sleeps until there is more to read.
protocol JournalSleeper: AnyObject, Sendable {
    /// Wakes it; called on the thread that appends, for which all others wait, so it must be quick.
    func wake()
}
