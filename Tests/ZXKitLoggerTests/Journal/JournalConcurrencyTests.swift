import Glibc
import Synchronization
import Testing
import ZXKitLogCore
import ZXKitLogPOSIX

@testable import ZXKitLogger

@Suite struct JournalConcurrencyTests {
    @Test func `Readers of different speeds each receive or are told every number, once`() async {
        let journal = Journal(capacity: Journal.minimumCapacity)
        let count: UInt64 = 20_000
        let readers = Mutex<[JournalReader]>([])
        let pauses: [Duration] = [.zero, .milliseconds(1), .milliseconds(10), .milliseconds(60)]
        var bodies: [@Sendable () -> Void] = pauses.map { pause in
            {
                let reader = readToTheEnd(of: journal, pausing: pause)
                readers.withLock { $0.append(reader) }
            }
        }
        bodies.append {
            // One comes when the oldest are gone already: it has to be told.
            while journal.range.lowerBound == 1 { sched_yield() }
            let reader = readToTheEnd(of: journal, pausing: .zero)
            readers.withLock { $0.append(reader) }
        }
        bodies.append {
            for number in 1...count {
                journal.append(
                    sample("\(number) " + String(repeating: "x", count: Int(number % 300))), origin: .none)
            }
            _ = journal.close()
        }
        await onThreads(bodies)
        let all = readers.withLock { $0 }
        #expect(all.count == pauses.count + 1)
        for reader in all {
            #expect(reader.isWhole(upTo: count + 1))
            #expect(reader.received.allSatisfy { $0.message.hasPrefix("\($0.sequence) ") })
        }
        #expect(all.contains { !$0.missed.isEmpty })
    }

    @Test func `A record that comes just as a reader falls asleep wakes it`() async {
        let journal = Journal(capacity: Journal.minimumCapacity)
        let rounds: UInt64 = 10_000
        let consumed = Atomic<UInt64>(0)
        let lostWakes = Atomic(0)
        await onThreads([
            {
                let sleeper = ParkedSleeper()
                var reader = JournalReader()
                while reader.cursor <= rounds {
                    guard !reader.read(journal) else {
                        consumed.store(reader.cursor - 1, ordering: .releasing)
                        continue
                    }
                    guard journal.wake(sleeper, whenBeyond: reader.cursor) else { continue }
                    if !sleeper.parker.park(timeout: .seconds(20)) {
                        lostWakes.add(1, ordering: .relaxed)
                        consumed.store(rounds, ordering: .releasing)
                        return
                    }
                }
            },
            {
                for round in 1...rounds {
                    journal.append(sample("\(round)"), origin: .none)
                    // Wait until it was read, so that the next one meets the reader on its way to sleep.
                    while consumed.load(ordering: .acquiring) < round { sched_yield() }
                }
            },
        ])
        #expect(lostWakes.load(ordering: .relaxed) == 0)
        #expect(consumed.load(ordering: .relaxed) == rounds)
    }

    @Test func `Nobody may sleep where there is something to read, or nothing more can come`() {
        let journal = Journal(capacity: Journal.minimumCapacity)
        let sleeper = ParkedSleeper()
        #expect(journal.wake(sleeper, whenBeyond: 1))
        journal.append(sample("one"), origin: .none)
        #expect(sleeper.parker.park(timeout: .zero))
        #expect(!journal.wake(sleeper, whenBeyond: 1))
        #expect(journal.wake(sleeper, whenBeyond: 2))
        _ = journal.close()
        #expect(sleeper.parker.park(timeout: .zero))
        #expect(!journal.wake(sleeper, whenBeyond: 2))
    }

    @Test func `A reader is woken once, and not again before it asks again`() {
        let journal = Journal(capacity: Journal.minimumCapacity)
        let sleeper = ParkedSleeper()
        #expect(journal.wake(sleeper, whenBeyond: 1))
        #expect(journal.wake(sleeper, whenBeyond: 1))
        journal.append(sample("one"), origin: .none)
        #expect(sleeper.parker.park(timeout: .zero))
        journal.append(sample("two"), origin: .none)
        #expect(!sleeper.parker.park(timeout: .zero))
    }

    @Test func `Closing wakes every reader that sleeps`() async {
        let journal = Journal(capacity: Journal.minimumCapacity)
        let ended = Atomic(0)
        let asleep = Atomic(0)
        let readers: [@Sendable () -> Void] = (0..<4).map { _ in
            {
                let sleeper = ParkedSleeper()
                guard journal.wake(sleeper, whenBeyond: 1) else { return }
                asleep.add(1, ordering: .releasing)
                if sleeper.parker.park(timeout: .seconds(20)) {
                    ended.add(1, ordering: .relaxed)
                }
            }
        }
        await onThreads(
            readers + [
                {
                    while asleep.load(ordering: .acquiring) < 4 { sched_yield() }
                    _ = journal.close()
                }
            ])
        #expect(ended.load(ordering: .relaxed) == 4)
    }
}

/// Reads until the journal is closed and nothing is left, pausing after each reading.
private func readToTheEnd(of journal: Journal, pausing pause: Duration) -> JournalReader {
    let sleeper = ParkedSleeper()
    let never = Parker()
    var reader = JournalReader()
    while true {
        if reader.read(journal) {
            if pause > .zero { never.park(timeout: pause) }
        } else if journal.wake(sleeper, whenBeyond: reader.cursor) {
            sleeper.parker.park(timeout: .seconds(20))
        } else if journal.isClosed {
            while reader.read(journal) {}
            return reader
        }
    }
}
