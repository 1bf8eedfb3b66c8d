import Glibc
import Synchronization
import Testing
import ZXKitLogCore

@testable import ZXKitLogger

@Suite struct OwnRecordsTests {
    /// Own records with all that is behind them, but for sinks.
    private struct Surroundings: Sendable {
        let journal = Journal(capacity: Journal.minimumCapacity)
        let collector: Collector
        let own: OwnRecords

        init(_ levels: LogLevels = LogLevels(.info)) {
            let registry = RingRegistry(number: journal.number, ringCapacity: 16_384, totalCapacity: 65_536)
            let cells = LabelCells(levels)
            collector = Collector(registry: registry, labels: cells, journal: journal, ending: Ending())
            own = OwnRecords(label: cells.label(OwnRecords.label), intake: RecordIntake(collector: collector))
        }

        /// What came so far.
        var records: [LogRecord] {
            collector.flush(deadline: .after(.seconds(30)))
            var reader = JournalReader()
            while reader.read(journal) {}
            return reader.received
        }

        func end() {
            collector.beginEnd()
        }
    }

    @Test func `Ten come in a second, and the next says how many were left out`() async throws {
        let surroundings = Surroundings()
        defer { surroundings.end() }
        let own = surroundings.own
        let begin = ContinuousClock.now
        for number in 0..<25 {
            own.log(.error, "trouble \(number)")
        }
        let took = ContinuousClock.now - begin
        // In more than a second more than ten may come, and rightly.
        guard took < .seconds(1) else { return }
        #expect(surroundings.records.map(\.message) == (0..<10).map { "trouble \($0)" })
        var attempts = 0
        await eventually {
            attempts += 1
            own.log(.error, "next", metadata: ["key": "value"])
            return surroundings.records.count > 10
        }
        let next = try #require(surroundings.records.last)
        #expect(next.message == "next")
        #expect(next.metadata == ["key": "value", "suppressed": .text("\(15 + attempts - 1)")])
        #expect(ContinuousClock.now - begin >= .seconds(1))
        #expect(surroundings.records.dropLast().allSatisfy { $0.metadata.isEmpty })
    }

    @Test func `In no second there are more than ten, wherever it begins`() async throws {
        let surroundings = Surroundings()
        defer { surroundings.end() }
        let admitted = Mutex<[ContinuousClock.Instant]>([])
        // On a thread of its own, which other tests can't keep waiting.
        await onThreads([
            {
                var times: [ContinuousClock.Instant] = []
                let end = ContinuousClock.now + .seconds(30)
                while times.count < 31, .now < end {
                    surroundings.own.log(.error, "trouble")
                    if surroundings.records.count > times.count {
                        times.append(.now)
                    }
                    _ = poll(nil, 0, 1)
                }
                admitted.withLock { [times] in $0 = times }
            }
        ])
        let times = admitted.withLock { $0 }
        #expect(times.count == 31)
        // The clock is read a moment after the record was admitted.
        for (first, eleventh) in zip(times, times.dropFirst(10)) {
            #expect(eleventh - first > .milliseconds(900))
        }
    }

    @Test func `What is below the level that anybody wants is neither logged nor counted`() {
        let surroundings = Surroundings()
        defer { surroundings.end() }
        let own = surroundings.own
        for _ in 0..<50 {
            own.log(.debug, "not wanted")
        }
        own.log(.info, "wanted")
        #expect(surroundings.records.map(\.message) == ["wanted"])
        #expect(surroundings.records.first?.metadata.isEmpty == true)
    }

    @Test func `They carry the label zxkit and no place in the source`() {
        let surroundings = Surroundings(LogLevels(.trace))
        defer { surroundings.end() }
        surroundings.own.log(.notice, "hello")
        let record = surroundings.records.first
        #expect(record?.label == "zxkit")
        #expect(record?.level == .notice)
        #expect(record?.file == nil && record?.line == nil)
    }
}
