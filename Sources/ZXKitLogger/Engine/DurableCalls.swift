internal import Synchronization
internal import ZXKitLogCore
internal import ZXKitLogPOSIX

/// The calls that return only when a file has their record: those at or above the level that a `FileSink` flushes on.
///
/// A call waits for files that are healthy as it begins. So one that fails or stands still costs the calls that it
/// surprised a second each, and later ones nothing, until it works again.
struct DurableCalls: ~Copyable, Sendable {
    /// The longest that a call waits, for room in its thread's buffer and for the files together.
    static let patience: Duration = .seconds(1)

    /// The lowest level that any file flushes on; until there are sinks, and where no file does, above every level.
    private let threshold = Atomic(LevelThreshold.nothing.rawValue)
    private let files = Lock<[SinkRunner]>([])
    private let collector: Collector

    init(collector: Collector) {
        self.collector = collector
    }

    /// Lets calls wait for those of these sinks that flush.
    func begin(for runners: [SinkRunner]) {
        let flushing = runners.filter { $0.flushLevel != nil }
        files.withLock { $0 = flushing }
        threshold.store(
            flushing.compactMap(\.flushLevel?.rawValue).min() ?? LevelThreshold.nothing.rawValue, ordering: .relaxed)
    }

    /// Lets no later call wait. The sinks hold where calls come in, to tell of their troubles: what held them in turn would
    /// keep all of it for good.
    func end() {
        files.withLock { $0 = [] }
    }

    /// Whether a call of this level may have to wait. One relaxed load, as every call asks.
    @inline(__always)
    func include(_ level: LogLevel) -> Bool {
        level.rawValue >= threshold.load(ordering: .relaxed)
    }

    /// The files that the call under way on the calling thread is to wait for, if it has this level and label.
    func files(for level: LogLevel, of label: String) -> [SinkRunner] {
        guard Self.callMayWait else { return [] }
        return files.withLock { $0.filter { $0.flushes(level, of: label) && $0.isHealthy } }
    }

    /// Waits until the files have what the calling thread has logged so far, or the time is over.
    func wait(for files: [SinkRunner], until deadline: Moment) {
        // Only the collector knows a record's number; but once it has swept, the number is below the next one.
        collector.flush(deadline: deadline)
        let target = collector.journal.range.upperBound
        for file in files {
            _ = file.wait(until: target, deadline: deadline)
        }
    }

    /// Whether the call that is under way on the calling thread may wait for a file. A sink's thread may be what others
    /// wait for, whichever system it belongs to; and a record inside another one isn't written before the outer one.
    static var callMayWait: Bool {
        !SinkOrigin.isOnSinkThread && Producer.currentlyOpen?.isNested != true
    }
}
