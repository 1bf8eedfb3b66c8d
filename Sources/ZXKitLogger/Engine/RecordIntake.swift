internal import Synchronization
internal import ZXKitLogCore
internal import ZXKitLogPOSIX

/// Where log calls come in: builds a record in the calling thread's area, and writes it into the thread's ring.
final class RecordIntake: Sendable {
    private let registry: RingRegistry
    private let collector: Collector
    private let largeTexts: LargeTexts
    private let showsPrivate = Atomic(false)
    private let blocks = Atomic(false)
    private let isClosed = Atomic(false)

    init(collector: Collector) {
        self.collector = collector
        registry = collector.registry
        largeTexts = collector.largeTexts
    }

    /// Takes over what was chosen when the system got its sinks.
    func configure(showsPrivate: Bool, overflow: LogOverflowPolicy) {
        self.showsPrivate.store(showsPrivate, ordering: .relaxed)
        blocks.store(overflow == .block, ordering: .relaxed)
    }

    /// Lets no call wait any longer: nobody takes records over.
    func close() {
        isClosed.store(true, ordering: .releasing)
    }

    // MARK: A call

    /// Builds a record and writes it. Where the buffer is full, `overflow` or else the system's policy decides.
    func log(
        _ level: LogLevel, label: String, _ message: () -> LogMessage, metadata: () -> LogFields?,
        file: String, function: String, line: Int, overflow: LogOverflowPolicy? = nil
    ) {
        let time = SystemClock.monotonic()
        let producer = Producer.current
        let outer = producer?.open(showsPrivate: showsPrivate.load(ordering: .relaxed))
        let parts = RecordParts(
            level: level, time: time, thread: producer?.thread ?? ProcessFacts.threadID, line: line, label: label,
            message: message().text, metadata: metadata()?.bounded ?? .none, file: RecordBounds.bounded(file),
            function: RecordBounds.bounded(function))
        let mayWait = overflow.map { $0 == .block } ?? blocks.load(ordering: .relaxed)
        guard let producer, let outer else { return writeShared(parts, mayWait) }
        if outer.open == 0 {
            write(parts, of: producer, mayWait)
            producer.close(outer)
            producer.takeHeldBack().forEach { $0() }
        } else {
            holdBack(parts, of: producer, outer, mayWait)
            producer.close(outer)
        }
    }

    /// Keeps a copy of a nested record, to be written when the outermost one is in its ring.
    private func holdBack(_ parts: RecordParts, of producer: Producer, _ outer: ProducerState.Outer, _ mayWait: Bool) {
        let copy = parts.copied()
        producer.holdBack(outer) { [self] in write(copy, of: producer, mayWait) }
    }

    // MARK: Writing

    private func write(_ parts: RecordParts, of producer: Producer, _ mayWait: Bool) {
        guard let ring = producer.ring(of: registry) else { return writeShared(parts, mayWait) }
        var attempt = Attempt(mayWait: mayWait)
        while !write(parts, to: ring) {
            guard waitForRoom(&attempt) else { return ring.noteDropped() }
        }
    }

    private func writeShared(_ parts: RecordParts, _ mayWait: Bool) {
        var attempt = Attempt(mayWait: mayWait)
        while !registry.shared.lock.withLock({ _ in write(parts, to: registry.shared.ring) }) {
            guard waitForRoom(&attempt) else {
                return registry.shared.lock.withLock { _ in registry.shared.ring.noteDropped() }
            }
        }
    }

    /// Writes a record into a ring; false if there is no room for it.
    private func write(_ parts: RecordParts, to ring: ProducerRing) -> Bool {
        var header = parts.header(in: registry.number)
        let textLength = header.textLength
        let size = RecordHeader.size(withTexts: textLength)
        guard size <= ring.largestRecord else { return writeLarge(parts, header, textLength, to: ring) }
        guard let target = unsafe ring.reserve(size) else { return false }
        header.size = UInt32(size)
        header.dropped = ring.droppedCount
        unsafe target.storeBytes(of: header, as: RecordHeader.self)
        unsafe parts.writeTexts(to: target + MemoryLayout<RecordHeader>.size)
        finish(ring, size, parts.level)
        return true
    }

    /// Writes a record whose texts are too large for a ring: they get memory of their own, within a bound.
    private func writeLarge(
        _ parts: RecordParts, _ header: RecordHeader, _ textLength: Int, to ring: ProducerRing
    ) -> Bool {
        guard let texts = unsafe largeTexts.allocate(textLength) else { return false }
        let size = unsafe RecordHeader.size(withTexts: MemoryLayout<UnsafeMutableRawPointer>.size)
        guard let target = unsafe ring.reserve(size) else {
            unsafe largeTexts.free(texts, textLength)
            return false
        }
        var header = header
        header.content = .reference
        header.size = UInt32(size)
        header.dropped = ring.droppedCount
        unsafe parts.writeTexts(to: texts)
        unsafe target.storeBytes(of: header, as: RecordHeader.self)
        unsafe (target + MemoryLayout<RecordHeader>.size).storeBytes(of: texts, as: UnsafeMutableRawPointer.self)
        finish(ring, size, parts.level)
        return true
    }

    private func finish(_ ring: ProducerRing, _ size: Int, _ level: LogLevel) {
        let isHalfFull = ring.commit(size)
        collector.notify(isUrgent: isHalfFull || level >= .error)
    }

    // MARK: Waiting

    /// How often a call has tried to find room.
    private struct Attempt {
        let mayWait: Bool
        var count = 0
    }

    /// Waits a little for room, if the policy says so.
    ///
    /// - Returns: Whether to try again.
    private func waitForRoom(_ attempt: inout Attempt) -> Bool {
        collector.wake()
        // On a sink's own thread it could be this very sink that the collector waits for.
        guard attempt.mayWait, SinkOrigin.current(in: registry.number) == .none, !isClosed.load(ordering: .acquiring)
        else { return false }
        attempt.count += 1
        Parker().park(timeout: .microseconds(min(50 * attempt.count, 1_000)))
        return true
    }
}

extension RecordHeader {
    /// The bytes that a record with so many bytes of text takes in a ring.
    fileprivate static func size(withTexts length: Int) -> Int {
        let size = MemoryLayout<RecordHeader>.size + length
        return (size + alignment - 1) / alignment * alignment
    }
}

extension RecordParts {
    /// The same with texts of its own.
    fileprivate func copied() -> RecordParts {
        var copy = self
        copy.message = RecordText(owning: message.string, excess: message.excess)
        if case .text(let text) = metadata {
            copy.metadata = .bytes(unsafe text.withBytes { unsafe [UInt8]($0) })
        }
        return copy
    }
}
