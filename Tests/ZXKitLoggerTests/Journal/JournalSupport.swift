import Synchronization
import ZXKitLogCore
import ZXKitLogPOSIX

@testable import ZXKitLogger

/// A record with a message of its own; its number is given by the journal.
func sample(_ message: String, label: String = "test", level: LogLevel = .info) -> LogRecord {
    LogRecord(
        sequence: 0, time: LogTime(nanosecondsSince1970: 1), level: level, label: label, message: message)
}

/// Reads a journal as a sink does, and keeps what it was given and told.
struct JournalReader {
    private(set) var cursor: UInt64 = 1
    private(set) var received: [LogRecord] = []
    private(set) var missed: [ClosedRange<UInt64>] = []

    /// Reads up to the end of one segment; false where nothing was there.
    mutating func read(_ journal: Journal) -> Bool {
        let reading = journal.read(at: cursor)
        if let range = reading.missed {
            missed.append(range)
            cursor = range.upperBound + 1
        }
        if let slice = reading.slice {
            received += slice.entries.compactMap { slice.record(at: $0) }
            cursor = slice.next
        }
        return reading.missed != nil || reading.slice != nil
    }

    /// Whether the numbers received and the ranges missed are, in their order and without overlap, `1..<next`.
    func isWhole(upTo next: UInt64) -> Bool {
        let parts = received.map { $0.sequence...$0.sequence } + missed
        var expected: UInt64 = 1
        for part in parts.sorted(by: { $0.lowerBound < $1.lowerBound }) {
            guard part.lowerBound == expected else { return false }
            expected = part.upperBound + 1
        }
        return expected == next && received.map(\.sequence) == received.map(\.sequence).sorted()
    }
}

/// Lets a parker sleep in a journal.
final class ParkedSleeper: JournalSleeper {
    let parker = Parker()

    func wake() {
        parker.unpark()
    }
}

/// Runs each body on a thread of its own, which may block, and goes on when all have ended.
func onThreads(_ bodies: [@Sendable () -> Void]) async {
    let left = Atomic(bodies.count)
    await withCheckedContinuation { (continuation: CheckedContinuation<Void, Never>) in
        for body in bodies {
            let whole: @Sendable () -> Void = {
                body()
                if left.subtract(1, ordering: .acquiringAndReleasing).newValue == 0 {
                    continuation.resume()
                }
            }
            do {
                _ = try SystemThread.start(name: "test", whole)
            } catch {
                whole()
            }
        }
    }
}
