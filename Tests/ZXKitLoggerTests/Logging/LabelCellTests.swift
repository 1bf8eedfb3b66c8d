import Testing
import ZXKitLogCore

@testable import ZXKitLogger

@Suite struct LabelCellTests {
    @Test func `Loggers of one label share a cell, and further labels share one beyond the limit`() {
        let cells = LabelCells(LogLevels(.info))
        let own = (0..<LabelCells.limit).map { cells.label("label.\($0)").cell }
        #expect(LabelCells.limit == 4_096)
        #expect(Set(own.map(ObjectIdentifier.init)).count == LabelCells.limit)
        let shared = cells.label("one more").cell
        #expect(cells.label("another").cell === shared)
        #expect(!own.contains { $0 === shared })
        for index in own.indices {
            #expect(cells.label("label.\(index)").cell === own[index])
        }
    }

    @Test func `A changed level reaches every cell, new ones and the shared one too`() {
        let cells = LabelCells(LogLevels(.info))
        let old = cells.label("old").cell
        for index in 0..<LabelCells.limit {
            _ = cells.label("label.\(index)").cell
        }
        let shared = cells.label("beyond").cell
        #expect([old, shared].allSatisfy { $0.wants(.info) && !$0.wants(.debug) })
        cells.set(LogLevels(.debug))
        #expect([old, shared].allSatisfy { $0.wants(.debug) && !$0.wants(.trace) })
        cells.set(.off)
        #expect([old, shared].allSatisfy { !$0.wants(.critical) })
        let fresh = LabelCells(LogLevels(.info))
        fresh.set(LogLevels(.error))
        #expect(fresh.label("new").cell.wants(.error) && !fresh.label("new").cell.wants(.warning))
    }

    @Test func `A logger beyond the limit logs like any other, under its own label`() async throws {
        let memory = MemorySink(level: .info)
        let system = try LogSystem(sinks: [memory], options: .blocking)
        for index in 0..<LabelCells.limit {
            _ = system.logger("label.\(index)")
        }
        let log = system.logger("beyond the limit")
        log.debug("not wanted")
        log.info("hello")
        await system.shutdown(deadline: .seconds(30))
        #expect(memory.records.map(\.label) == ["beyond the limit"])
    }
}
