internal import Synchronization
internal import ZXKitLogCore
internal import ZXKitLogPOSIX

/// What the status says of one viewer: kept by the network thread, read by whoever asks.
final class ViewerReport: Sendable {
    private let address: String
    private let choice: Lock<Choice>
    private let cursor = Atomic<UInt64>(0)
    private let sent = Atomic<UInt64>(0)
    private let missed = Atomic<UInt64>(0)

    private struct Choice {
        var name: String
        var filter: RecordFilter
    }

    init(address: String, name: String) {
        self.address = address
        choice = Lock(Choice(name: name, filter: RecordFilter()))
    }

    func update(_ filter: RecordFilter) {
        choice.withLock { $0.filter = filter }
    }

    func update(cursor: UInt64, sent: UInt64, missed: UInt64) {
        self.cursor.store(cursor, ordering: .relaxed)
        self.sent.store(sent, ordering: .relaxed)
        self.missed.store(missed, ordering: .relaxed)
    }

    var status: BroadcastStatus.Viewer {
        let choice = choice.withLock { $0 }
        return BroadcastStatus.Viewer(
            address: address, name: choice.name, level: choice.filter.level, labels: choice.filter.labels,
            cursor: cursor.load(ordering: .relaxed), sent: sent.load(ordering: .relaxed),
            missed: missed.load(ordering: .relaxed))
    }
}
