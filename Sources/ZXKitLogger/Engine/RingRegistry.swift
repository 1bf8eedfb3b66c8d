internal import Synchronization
internal import ZXKitLogPOSIX

/// All rings of one system, within a bound of memory.
///
/// A thread that comes when the bound is reached shares one ring with others like it, behind a lock. The ring of a thread
/// that ended is given to the next one once it has been read.
final class RingRegistry: Sendable {
    private struct State {
        var rings: [ProducerRing] = []
        var spare: [ProducerRing] = []
    }

    /// Told apart from every other system that this process ever had.
    let number: JournalNumber
    /// The process whose threads write into the rings.
    let generation = ForkGeneration.current
    private let ringCapacity: Int
    private let totalCapacity: Int
    private let mostRings: Int
    private let sharingThreads = Atomic(0)
    private let state = Lock(State())
    private let version = Atomic(0)

    /// The ring of those that have none of their own, and the lock that makes them one writer.
    let shared: SharedRing

    /// - Parameters:
    ///   - number: That of the journal, into which the rings are read.
    ///   - ringCapacity: The memory of one ring, in bytes; rounded up to a power of two, 16 KiB at least.
    ///   - totalCapacity: The memory of all rings, in bytes; one ring at least.
    init(number: JournalNumber, ringCapacity: Int, totalCapacity: Int) {
        self.number = number
        self.ringCapacity = Self.powerOfTwo(atLeast: max(ringCapacity, 16 * 1_024))
        self.totalCapacity = max(totalCapacity, self.ringCapacity)
        mostRings = max(0, totalCapacity / self.ringCapacity - 1)
        shared = SharedRing(capacity: self.ringCapacity)
    }

    private static func powerOfTwo(atLeast number: Int) -> Int {
        1 << (Int.bitWidth - (number - 1).leadingZeroBitCount)
    }

    /// A ring for the calling thread alone, or `nil` where the bound is reached.
    func takeRing() -> ProducerRing? {
        state.withLock { state in
            if let ring = state.spare.popLast() {
                ring.reuse()
                add(ring, &state)
                return ring
            }
            guard state.rings.count < mostRings else { return nil }
            let ring = ProducerRing(capacity: ringCapacity)
            add(ring, &state)
            return ring
        }
    }

    private func add(_ ring: ProducerRing, _ state: inout State) {
        state.rings.append(ring)
        version.add(1, ordering: .releasing)
    }

    /// How many rings there are beside the shared one, those that wait for a thread too.
    var ringCount: Int { state.withLock { $0.rings.count + $0.spare.count } }

    /// Counts a thread that found no ring of its own and shares one.
    func beginSharing() {
        sharingThreads.add(1, ordering: .relaxed)
    }

    /// Takes a thread off that count: it has ended or got a ring.
    func endSharing() {
        sharingThreads.subtract(1, ordering: .relaxed)
    }

    /// Takes back rings whose threads have ended and that have been read.
    func retire(_ rings: [ProducerRing]) {
        state.withLock { state in
            state.rings.removeAll { ring in rings.contains { $0 === ring } }
            state.spare += rings
            version.add(1, ordering: .releasing)
        }
    }

    /// Changes whenever `rings` does.
    var currentVersion: Int { version.load(ordering: .acquiring) }

    /// All rings that may hold records. The shared one is the first, so that a sweep looks at it first: what a thread that
    /// is just ending writes there comes after what is in its own ring, and must not be seen without that.
    var rings: [ProducerRing] {
        state.withLock { [shared.ring] + $0.rings }
    }

    var status: BufferStatus {
        state.withLock { state in
            // A ring keeps its count when another thread gets it, so these are all that there ever were.
            let dropped = (state.rings + state.spare).reduce(shared.ring.reader.droppedCount) {
                $0 + $1.reader.droppedCount
            }
            return BufferStatus(
                count: state.rings.count, capacity: ringCapacity,
                bytes: (1 + state.rings.count + state.spare.count) * ringCapacity, byteLimit: totalCapacity,
                sharingThreads: sharingThreads.load(ordering: .relaxed), dropped: dropped, largeTextBytes: 0)
        }
    }
}

/// A ring for several threads.
final class SharedRing: Sendable {
    let ring: ProducerRing
    /// Whoever holds it is the ring's one writer.
    let lock = Lock(())

    init(capacity: Int) {
        ring = ProducerRing(capacity: capacity)
    }
}
