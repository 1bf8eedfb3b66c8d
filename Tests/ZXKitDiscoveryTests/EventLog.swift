import Foundation

/// Collects events from any thread, and lets a test wait for one.
final class EventLog<Event: Sendable>: @unchecked Sendable {
    private let condition = NSCondition()
    private var recorded: [Event] = []

    var events: [Event] {
        condition.withLock { recorded }
    }

    func record(_ event: Event) {
        condition.withLock {
            recorded.append(event)
            condition.broadcast()
        }
    }

    /// Waits for an event that the closure makes something of; nil when none came within the limit.
    ///
    /// - Parameters:
    ///   - index: how many of the first events to pass over.
    ///   - limit: how long to wait, in seconds.
    ///   - match: what to make of an event; nil: it isn't the one.
    /// - Returns: what `match` made of the first event that it made something of.
    func first<Value>(
        from index: Int = 0, within limit: TimeInterval = 20, _ match: (Event) -> Value?
    ) -> Value? {
        let deadline = Date(timeIntervalSinceNow: limit)
        condition.lock()
        defer { condition.unlock() }
        var next = index
        while true {
            while next < recorded.count {
                if let value = match(recorded[next]) { return value }
                next += 1
            }
            guard condition.wait(until: deadline) else { return nil }
        }
    }

    /// Waits for an event that passes; false when none came within the limit.
    func sees(
        from index: Int = 0, within limit: TimeInterval = 20, _ passes: (Event) -> Bool
    ) -> Bool {
        first(from: index, within: limit) { passes($0) ? true : nil } ?? false
    }
}

extension EventLog where Event: Equatable {
    func sees(_ event: Event, from index: Int = 0, within limit: TimeInterval = 20) -> Bool {
        sees(from: index, within: limit) { $0 == event }
    }
}
