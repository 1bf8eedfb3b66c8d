internal import CZXKitSupport
internal import Synchronization
internal import ZXKitLogCore
internal import ZXKitLogPOSIX

/// Where log calls come in: builds a record in the calling thread's area, and writes it into the thread's ring.
@safe
final class RecordIntake: Sendable {
    private let registry: RingRegistry
    private let collector: Collector
    /// Who has another intake in a forked child. Not held: loggers do so while they call.
    private let engine = unsafe Atomic<Unmanaged<LogEngine>?>(nil)
    private let largeTexts: LargeTexts
    let durableCalls: DurableCalls
    private let showsPrivate = Atomic(false)
    private let blocks = Atomic(false)
    private let isClosed = Atomic(false)

    init(collector: Collector) {
        self.collector = collector
        registry = collector.registry
        largeTexts = collector.largeTexts
        durableCalls = DurableCalls(collector: collector)
    }

    /// Lets it hand on what a forked child logs.
    func connect(to engine: LogEngine) {
        unsafe self.engine.store(.passUnretained(engine), ordering: .releasing)
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

    /// Opens a record of the calling thread, into which texts are written from now on.
    ///
    /// - Returns: The time, in ticks.
    @inline(__always)
    func open() -> UInt64 {
        let time = zxkit_ticks()
        // In a thread that is just ending there is none, and texts are kept by themselves.
        Producer.current?.open(in: registry, showsPrivate: showsPrivate.load(ordering: .relaxed))
        return time
    }

    /// Writes the record that is open.
    @inline(__always)
    func commit(
        _ level: LogLevel, _ label: LabelName, _ time: UInt64, _ message: LogMessage, _ metadata: LogFields?,
        _ site: CallSite, patience: RoomPatience = .asSystem
    ) {
        guard let producer = Producer.known, let ring = producer.ringAroundTexts(of: registry), label.isKept,
            message.text.isBeginning(of: producer),
            metadata?.content.isWhole(in: producer, behind: message.text.settledLength) ?? true
        else {
            return commitElsewhere(level, label, time, message, metadata, site, patience)
        }
        let messageLength = message.text.settledLength
        let metadataLength = metadata?.content.moveBehind(messageLength, in: producer) ?? 0
        let size = RecordHeader.size(withTexts: messageLength &+ metadataLength)
        let header = unsafe RecordHeader(
            size: UInt32(truncatingIfNeeded: size), content: .texts, level: level,
            origin: .current(in: registry.number), hasDetails: false, time: time, label: label.reference.address,
            file: site.file, function: site.function, messageLength: UInt32(truncatingIfNeeded: messageLength),
            metadataLength: UInt32(truncatingIfNeeded: metadataLength), fileLength: site.fileLength,
            functionLength: site.functionLength, line: site.line, thread: producer.thread,
            dropped: UInt32(truncatingIfNeeded: ring.droppedCount))
        let place = unsafe producer.area.memory - MemoryLayout<RecordHeader>.size
        unsafe place.storeBytes(of: header, as: RecordHeader.self)
        finish(ring, size, level)
        close(producer)
    }

    /// Ends the open record, after which those that were nested in it are written.
    @inline(__always)
    private func close(_ producer: Producer) {
        producer.close()
        if producer.holdsBack {
            producer.takeHeldBack().forEach { $0() }
        }
    }

    /// Writes the record that is open where its texts aren't yet where they have to be.
    @inline(never)
    private func commitElsewhere(
        _ level: LogLevel, _ label: LabelName, _ time: UInt64, _ message: LogMessage, _ metadata: LogFields?,
        _ site: CallSite, _ patience: RoomPatience
    ) {
        guard let producer = Producer.currentlyOpen, !producer.isNested else {
            return commitAside(level, label, message, metadata, site, patience)
        }
        guard message.text.isSettled(in: producer), metadata?.content.isSettled(in: producer) ?? true else {
            return settle(level, label, time, message, metadata, site, patience)
        }
        producer.area.leaveRing()
        let parts = unsafe RecordParts(
            level: level, time: time, thread: producer.thread, label: label, site: site,
            message: message.text.settledBytes(in: producer), excess: message.text.excess,
            metadata: metadata?.content.settledBytes(in: producer) ?? UnsafeRawBufferPointer(start: nil, count: 0))
        write(parts, of: producer, patience)
        close(producer)
    }

    /// Copies what was built elsewhere into the record, and writes it.
    @inline(never)
    private func settle(
        _ level: LogLevel, _ label: LabelName, _ time: UInt64, _ message: LogMessage, _ metadata: LogFields?,
        _ site: CallSite, _ patience: RoomPatience
    ) {
        commit(level, label, time, message.copiedIntoRecord, metadata?.copiedIntoRecord, site, patience: patience)
    }

    /// Writes a record that is inside another, or of a thread that is just ending.
    @inline(never)
    private func commitAside(
        _ level: LogLevel, _ label: LabelName, _ message: LogMessage, _ metadata: LogFields?, _ site: CallSite,
        _ patience: RoomPatience
    ) {
        let producer = Producer.currentlyOpen
        let copy = unsafe CopiedRecord(
            level: level, thread: producer?.thread ?? ProcessFacts.threadID, label: label, site: site,
            message: message.text.withBytes { unsafe Array($0) }, excess: message.text.excess,
            metadata: metadata?.encodedBytes ?? [])
        guard let producer else { return copy.withParts { writeShared($0, patience) } }
        // It follows the outermost record.
        producer.closeNested { [self] in copy.withParts { write($0, of: producer, patience) } }
    }

    // MARK: Writing

    @inline(__always)
    private func write(_ parts: RecordParts, of producer: Producer, _ patience: RoomPatience) {
        guard let ring = producer.ring(of: registry) else { return writeShared(parts, patience) }
        guard write(parts, to: ring) else { return writePatiently(parts, patience, to: ring) }
    }

    /// Writes a record for which there was no room, if the policy says so.
    @inline(never)
    private func writePatiently(_ parts: RecordParts, _ patience: RoomPatience, to ring: RingWriter) {
        var attempts = 0
        repeat {
            guard waitForRoom(&attempts, patience) else { return ring.noteDropped() }
        } while !write(parts, to: ring)
    }

    @inline(never)
    private func writeShared(_ parts: RecordParts, _ patience: RoomPatience) {
        guard registry.generation.isCurrent else { return writeInChild(parts, patience) }
        let shared = registry.shared
        var attempts = 0
        while !shared.lock.withLock({ _ in writeNow(parts, to: shared.ring.writer) }) {
            guard waitForRoom(&attempts, patience) else {
                return shared.lock.withLock { _ in shared.ring.writer.noteDropped() }
            }
        }
    }

    /// Writes a record with the present time: in each ring times must rise, as rings are merged by them, and of threads that
    /// share one who opens a record first need not be the first to commit it.
    private func writeNow(_ parts: RecordParts, to ring: RingWriter) -> Bool {
        var parts = parts
        parts.time = zxkit_ticks()
        return write(parts, to: ring)
    }

    /// Hands on what a forked child logs: all that is here belongs to its parent.
    private func writeInChild(_ parts: RecordParts, _ patience: RoomPatience) {
        guard let engine = unsafe engine.load(ordering: .acquiring) else { return }
        let intake = unsafe engine.takeUnretainedValue().pipeline.intake
        guard let producer = Producer.current else { return intake.writeShared(parts, patience) }
        intake.write(parts, of: producer, patience)
    }

    /// Writes a record into a ring; false if there is no room for it.
    @inline(__always)
    private func write(_ parts: RecordParts, to ring: RingWriter) -> Bool {
        let size = RecordHeader.size(withTexts: parts.textLength)
        guard size <= ring.largestRecord else { return writeLarge(parts, to: ring) }
        guard let target = unsafe ring.reserve(size) else { return false }
        let header = parts.header(.texts, size: size, dropped: ring.droppedCount, in: registry.number)
        unsafe target.storeBytes(of: header, as: RecordHeader.self)
        unsafe parts.writeTexts(to: target + MemoryLayout<RecordHeader>.size)
        finish(ring, size, parts.level)
        return true
    }

    /// Writes a record whose texts are too large for a ring: they get memory of their own, within a bound.
    @inline(never)
    private func writeLarge(_ parts: RecordParts, to ring: RingWriter) -> Bool {
        let textLength = parts.textLength
        guard let texts = unsafe largeTexts.allocate(textLength) else { return false }
        let size = RecordHeader.size(withTexts: MemoryLayout<UInt>.size)
        guard let target = unsafe ring.reserve(size) else {
            unsafe largeTexts.free(texts, textLength)
            return false
        }
        unsafe parts.writeTexts(to: texts)
        let header = parts.header(.reference, size: size, dropped: ring.droppedCount, in: registry.number)
        unsafe target.storeBytes(of: header, as: RecordHeader.self)
        unsafe (target + MemoryLayout<RecordHeader>.size).storeBytes(of: texts, as: UnsafeMutableRawPointer.self)
        finish(ring, size, parts.level)
        return true
    }

    @inline(__always)
    private func finish(_ ring: RingWriter, _ size: Int, _ level: LogLevel) {
        let isFilling = ring.commit(size)
        collector.notify(isUrgent: isFilling || level >= .error)
    }

    // MARK: Waiting

    /// Waits a little for room, if the policy says so.
    ///
    /// - Parameters:
    ///   - attempts: How often the call has waited.
    ///   - patience: How long the call waits.
    /// - Returns: Whether to try again.
    private func waitForRoom(_ attempts: inout Int, _ patience: RoomPatience) -> Bool {
        collector.wake()
        let mayWait = patience.isLeft(blocks: blocks.load(ordering: .relaxed))
        // On a sink's own thread it could be this very sink that the collector waits for.
        guard mayWait, SinkOrigin.current(in: registry.number) == .none, !isClosed.load(ordering: .acquiring)
        else { return false }
        attempts += 1
        Parker().park(timeout: .microseconds(min(50 * attempts, 1_000)))
        return true
    }
}
