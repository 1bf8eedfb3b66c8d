import Testing
import ZXKitLogCore

@testable import ZXKitLogger

@Suite struct CapturedLevelsTests {
    private func threshold(_ level: LogLevel?) -> UInt8 { level?.rawValue ?? .max }

    @Test func `What several want together is the lowest of each label`() {
        var random = SeededGenerator(for: "levels of several")
        for _ in 0..<500 {
            let all = (0..<Int.random(in: 0...3, using: &random)).map { _ in RandomLevels.levels(using: &random) }
            let union = LogLevels.union(all)
            for _ in 0..<20 {
                let label = RandomLevels.label(using: &random)
                let expected = all.map { threshold($0.level(of: label)) }.min() ?? .max
                #expect(threshold(union.level(of: label)) == expected, "\(all) for \(label)")
            }
        }
    }

    @Test func `What viewers want is the lowest level of the filters that have the label`() {
        var random = SeededGenerator(for: "levels of filters")
        for _ in 0..<500 {
            let filters = (0..<Int.random(in: 0...3, using: &random)).map { _ in RandomLevels.filter(using: &random) }
            let levels = LogLevels(wantedBy: filters)
            for _ in 0..<20 {
                let label = RandomLevels.label(using: &random)
                let wanting = filters.filter { $0.matches(label: label) }
                #expect(levels.level(of: label) == wanting.map(\.level).min(), "\(filters) for \(label)")
            }
        }
    }

    @Test func `A filter is covered if nothing that it lets through is left out`() {
        var random = SeededGenerator(for: "covered filters")
        for _ in 0..<2_000 {
            let levels = RandomLevels.levels(using: &random)
            let filter = RandomLevels.filter(using: &random)
            // Below each rule and each label of the filter there are labels that none of the others knows.
            let heads = levels.rules.keys.map(\.text) + filter.labels + ["unheard"]
            let labels = heads + heads.map { $0 + ".unheard" }
            let expected = labels.filter { filter.matches(label: $0) }.allSatisfy {
                threshold(levels.level(of: $0)) <= filter.level.rawValue
            }
            #expect(levels.covers(filter) == expected, "\(levels) and \(filter)")
        }
    }

    @Test func `Rules that change nothing are left out, so that equal levels are equal`() {
        let levels = LogLevels.union([
            LogLevels(.info), LogLevels(wantedBy: [RecordFilter(level: .info, labels: ["a"])]),
        ])
        #expect(levels == LogLevels(.info))
    }

    @Test func `History claims only what both sides of a change capture, until it is settled`() throws {
        var history = CaptureHistory(LogLevels(.info))
        let debug = RecordFilter(level: .debug)
        let info = RecordFilter(level: .info)
        history.begin(LogLevels(.debug), change: 1, at: 10)
        history.settle(1, at: 13)
        history.begin(LogLevels(.error), change: 2, at: 20)
        history.begin(LogLevels(.info), change: 3, at: 20)
        history.settle(2, at: 25)
        history.settle(3, at: 30)
        #expect(history.periods(from: 1).map(\.first) == [1, 10, 13, 20, 20, 25, 30])
        #expect(history.periods(from: 1).map { $0.covers(debug) } == [false, false, true, false, false, false, false])
        #expect(history.periods(from: 1).map { $0.covers(info) } == [true, true, true, false, false, false, true])
        #expect(history.periods(from: 14).map(\.first) == [13, 20, 20, 25, 30])
        history.forget(before: 21)
        #expect(history.periods(from: 1).map(\.first) == [20, 25, 30])
    }

    @Test func `History is bounded, however often captured levels change`() {
        var history = CaptureHistory(LogLevels(.info))
        let name = String(repeating: "x", count: 1_000)
        for change in 1...UInt64(2_000) {
            history.begin(LogLevels(.info, ["\(name)\(change)": .debug]), change: change, at: change * 10)
            history.settle(change, at: change * 10 + 5)
            history.forget(before: 1)
        }
        let periods = history.periods(from: 1)
        #expect(periods.count < 300)
        #expect(periods.last?.first == 20_005)
    }

    @Test func `Changes that are never settled make nothing sure, in bounded memory`() {
        var history = CaptureHistory(LogLevels(.trace))
        for change in 1...UInt64(1_000) {
            history.begin(LogLevels(.trace), change: change, at: 5)
        }
        #expect(history.periods(from: 5).count <= 3)
        #expect(history.periods(from: 5).last?.covers(RecordFilter(level: .critical)) == false)
        history.settle(1_000, at: 7)
        #expect(history.periods(from: 7).last?.covers(RecordFilter(level: .trace)) == true)
    }
}
