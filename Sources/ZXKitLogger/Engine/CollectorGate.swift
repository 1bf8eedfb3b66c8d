internal import CZXKitSupport
internal import Synchronization
internal import ZXKitLogCore
internal import ZXKitLogPOSIX

/// How producers and the collector agree on waking.
///
/// A wake-up costs its caller microseconds, so while there is traffic the collector naps a millisecond at a time and looks
/// by itself; only when it was quiet for long does it sleep until a record wakes it. "Committed, then read asleep" on the
/// one side and "said asleep, then read empty" on the other need a barrier each between store and load: with less, each
/// could miss the other's store, and the record would lie there until the next one. Calls have the light one.
final class CollectorGate: Sendable {
    /// What the collector is doing.
    enum State: UInt8, AtomicRepresentable {
        /// It sweeps the rings.
        case awake
        /// It sleeps for a millisecond at most.
        case napping
        /// It sleeps until it is woken.
        case asleep
        /// There is no thread yet.
        case absent
    }

    private let state = Atomic(State.absent)
    private let parker = Parker()

    // MARK: The producers' side

    /// Tells of a record that was committed; wakes the collector if it wouldn't look soon enough by itself.
    ///
    /// - Returns: Whether there is no collector, so that the caller has to make one.
    @inline(__always)
    func notify(isUrgent: Bool) -> Bool {
        zxkit_light_barrier()
        let state = state.load(ordering: .relaxed)
        guard state != .awake, state != .napping || isUrgent else { return false }
        return wake(from: state)
    }

    @inline(never)
    private func wake(from state: State) -> Bool {
        guard state != .absent else { return true }
        parker.unpark()
        return false
    }

    /// Wakes the collector, whatever it is doing.
    func wake() {
        parker.unpark()
    }

    /// Whether the caller is the one to make the collector's thread.
    func claimStart() -> Bool {
        state.compareExchange(expected: .absent, desired: .awake, ordering: .sequentiallyConsistent).exchanged
    }

    /// Says that the thread couldn't be made: records wait in their rings, and the next one tries again.
    func giveUpStart() {
        state.store(.absent, ordering: .sequentiallyConsistent)
    }

    /// Whether there is a collector.
    var hasCollector: Bool { state.load(ordering: .acquiring) != .absent }

    // MARK: The collector's side

    /// Sleeps for a while at most; an urgent record ends it.
    func nap(_ duration: Duration) {
        state.store(.napping, ordering: .relaxed)
        parker.park(timeout: duration)
        state.store(.awake, ordering: .relaxed)
    }

    /// Sleeps until it is woken, unless there is something to do after all.
    func sleep(unless hasWork: () -> Bool) {
        state.store(.asleep, ordering: .relaxed)
        zxkit_heavy_barrier()
        if !hasWork() {
            parker.park()
        }
        state.store(.awake, ordering: .relaxed)
    }
}
