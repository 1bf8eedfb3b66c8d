import Glibc
import Synchronization
import Testing
import ZXKitLogCore

@testable import ZXKitLogger

@Suite struct OwnRecordsTests {
    private static func records(in journal: Journal) -> [LogRecord] {
        var reader = JournalReader()
        while reader.read(journal) {}
        return reader.received
    }

    @Test func `Ten come in a second, and the next says how many were left out`() async throws {
        let journal = Journal(capacity: Journal.minimumCapacity)
        let own = OwnRecords(cell: LabelCell(threshold: LogLevel.info.rawValue), journal: journal)
        let begin = ContinuousClock.now
        for number in 0..<25 {
            own.log(.error, "trouble \(number)")
        }
        let took = ContinuousClock.now - begin
        try #require(took < .seconds(1), "the machine is too slow for this test: \(took)")
        #expect(Self.records(in: journal).map(\.message) == (0..<10).map { "trouble \($0)" })
        var attempts = 0
        await eventually {
            attempts += 1
            own.log(.error, "next", metadata: ["key": "value"])
            return journal.range.count > 10
        }
        let next = try #require(Self.records(in: journal).last)
        #expect(next.message == "next")
        #expect(next.metadata == ["key": "value", "suppressed": .text("\(15 + attempts - 1)")])
        #expect(ContinuousClock.now - begin >= .seconds(1))
        #expect(Self.records(in: journal).dropLast().allSatisfy { $0.metadata.isEmpty })
    }

    @Test func `In no second there are more than ten, wherever it begins`() async throws {
        let journal = Journal(capacity: Journal.minimumCapacity)
        let own = OwnRecords(cell: LabelCell(threshold: LogLevel.info.rawValue), journal: journal)
        let admitted = Mutex<[ContinuousClock.Instant]>([])
        // On a thread of its own, which other tests can't keep waiting.
        await onThreads([
            {
                var times: [ContinuousClock.Instant] = []
                let end = ContinuousClock.now + .seconds(30)
                while times.count < 31, .now < end {
                    own.log(.error, "trouble")
                    if journal.range.count > times.count {
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
        let journal = Journal(capacity: Journal.minimumCapacity)
        let own = OwnRecords(cell: LabelCell(threshold: LogLevel.info.rawValue), journal: journal)
        for _ in 0..<50 {
            own.log(.debug, "not wanted")
        }
        own.log(.info, "wanted")
        #expect(Self.records(in: journal).map(\.message) == ["wanted"])
        #expect(Self.records(in: journal).first?.metadata.isEmpty == true)
    }

    @Test func `They carry the label zxkit and no place in the source`() {
        let journal = Journal(capacity: Journal.minimumCapacity)
        OwnRecords(cell: LabelCell(threshold: 0), journal: journal).log(.notice, "hello")
        let record = Self.records(in: journal).first
        #expect(record?.label == "zxkit")
        #expect(record?.level == .notice)
        #expect(record?.file == nil && record?.line == nil)
    }
}
