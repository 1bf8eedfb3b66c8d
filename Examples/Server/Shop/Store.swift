import Synchronization
import ZXKitLogger

/// The keys and values of all clients, in memory. Values belong to the clients: the log never shows one.
final class Store: Sendable {
    static let keyLimit = 10_000

    private let values = Mutex<[String: String]>([:])
    private let log: ZXLogger

    init(log: ZXLogger) {
        self.log = log
    }

    var count: Int { values.withLock { $0.count } }

    func value(of key: String) -> String? {
        let value = values.withLock { $0[key] }
        log.debug("looked up", metadata: ["key": "\(key)", "found": "\(value != nil)"])
        return value
    }

    /// Returns false if there is no room for another key.
    func put(_ value: String, for key: String) -> Bool {
        let isStored = values.withLock { values in
            guard values.count < Self.keyLimit || values[key] != nil else { return false }
            values[key] = value
            return true
        }
        if isStored {
            log.debug(
                "stored",
                metadata: [
                    "key": "\(key)", "value": "\(value, privacy: .private)", "bytes": "\(value.utf8.count)",
                ])
        } else {
            log.error("no room", metadata: ["key": "\(key)", "limit": "\(Self.keyLimit)"])
        }
        return isStored
    }

    /// Returns false if there was no such key.
    func remove(_ key: String) -> Bool {
        let isRemoved = values.withLock { $0.removeValue(forKey: key) } != nil
        if isRemoved {
            log.debug("removed", metadata: ["key": "\(key)"])
        }
        return isRemoved
    }
}
