import Testing
import ZXKitLogCore

@testable import ZXKitLoggerReceiver

struct StreamPositionTests {
    /// What is left of these items after they went through a position, each as a short text.
    private func handedOn(_ items: [WireItem], by position: inout StreamPosition) -> [String] {
        items.compactMap { item in
            switch item {
            case .record(let record): describe(position.take(record)) { "\($0.sequence)" }
            case .gap(let gap):
                describe(position.take(gap)) { gap in
                    "\(gap.range.map { "\($0.lowerBound)-\($0.upperBound)" } ?? "?")x\(gap.count.map(String.init) ?? "?")"
                }
            case .hello(let hello):
                {
                    position.begin(hello)
                    return nil
                }()
            case .heartbeat(let heartbeat):
                {
                    position.take(heartbeat)
                    return nil
                }()
            default: nil
            }
        }
    }

    private func describe<Item>(_ verdict: StreamPosition.Verdict<Item>, _ text: (Item) -> String) -> String? {
        switch verdict {
        case .handOn(let item): text(item)
        case .drop: nil
        case .outOfOrder: "out of order"
        }
    }

    @Test func `Until a hello the original start is asked for`() {
        let position = StreamPosition()
        #expect(position.request(start: .now) == .now)
        #expect(position.request(start: .oldest) == .oldest)
        #expect(position.request(start: .last(3)) == .last(3))
        #expect(position.request(start: .last(-3)) == .last(0))
    }

    @Test func `After a hello alone, what was logged meanwhile is asked for`() {
        var position = StreamPosition()
        #expect(handedOn([hello(next: 9, start: 9)], by: &position) == [])
        #expect(position.request(start: .now) == .resume(boot: someBoot, sequence: 9))
    }

    @Test func `A resumed stream that begins too early loses its repeats and nothing else`() {
        var position = StreamPosition()
        let first = [hello()] + records(1...3) + [gap(4...6, .overrun)]
        #expect(handedOn(first, by: &position) == ["1", "2", "3", "4-6x3"])
        #expect(position.request(start: .oldest) == .resume(boot: someBoot, sequence: 7))
        let second = [hello(), record(2), gap(3...8, .expired), record(9)]
        #expect(handedOn(second, by: &position) == ["7-8x2", "9"])
    }

    @Test func `A heartbeat moves the point to resume at, and never back`() {
        var position = StreamPosition()
        _ = handedOn([hello(), record(3), heartbeat(next: 90, done: 80)], by: &position)
        #expect(position.request(start: .now) == .resume(boot: someBoot, sequence: 80))
        _ = handedOn([record(81), heartbeat(next: 90, done: 70)], by: &position)
        #expect(position.request(start: .now) == .resume(boot: someBoot, sequence: 82))
    }

    @Test func `Records within a range that was not captured in full are handed on`() {
        var position = StreamPosition()
        #expect(handedOn([hello(), gap(1...9, .level), record(5)], by: &position) == ["1-9x9", "5"])
        #expect(position.request(start: .now) == .resume(boot: someBoot, sequence: 6))
    }

    @Test func `Numbers that do not rise are noticed`() {
        var position = StreamPosition()
        let items = [hello(), record(5), record(5), gap(4...7, .overflow), record(6)]
        #expect(handedOn(items, by: &position) == ["5", "out of order", "out of order", "6"])
    }

    @Test func `Another boot begins its own numbers`() {
        var position = StreamPosition()
        _ = handedOn([hello()] + records(1...5), by: &position)
        let restarted = [hello(boot: otherBoot), gap(nil, .restarted)] + records(1...2)
        #expect(handedOn(restarted, by: &position) == ["?x?", "1", "2"])
        #expect(position.request(start: .now) == .resume(boot: otherBoot, sequence: 3))
    }

    @Test func `The highest numbers there are trap nowhere`() {
        var position = StreamPosition()
        let items = [hello(), gap(1...(.max - 1), .overrun), record(.max)]
        #expect(handedOn(items, by: &position) == ["1-\(UInt64.max - 1)x\(UInt64.max - 1)", "\(UInt64.max)"])
        #expect(position.request(start: .now) == .resume(boot: someBoot, sequence: .max))
        var whole = StreamPosition()
        let all = LogGap(range: 1...UInt64.max, count: nil, reason: .level, time: LogTime(nanosecondsSince1970: 0))
        #expect(handedOn([hello(), .gap(all)], by: &whole) == ["1-\(UInt64.max)x?"])
    }
}
