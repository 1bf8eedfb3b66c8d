import Foundation
import Synchronization
import Testing
import ZXKitLogPOSIX

@testable import ZXKitLogger

@Suite struct FlushOnTests {
    @Test func `A call at the level returns when the file has its record and all before it`() throws {
        let folder = try Folder()
        let system = try LogSystem(sinks: [FileSink(folder.path("a.log"), flushOn: .critical)], options: .blocking)
        let log = system.logger("a")
        for number in 0..<100 {
            log.info("info \(number)")
            log.critical("critical \(number)")
            let lines = try #require(try folder.text("a.log").wholeLines)
            #expect(lines.count == 2 * number + 2)
            #expect(lines.last?.contains("critical \(number) ") == true)
        }
        system.shutdownAndWait(deadline: .seconds(30))
    }

    @Test func `Calls of many threads each return with their record in the file`() async throws {
        let folder = try Folder()
        let path = folder.path("a.log")
        let system = try LogSystem(sinks: [FileSink(path, flushOn: .error)], options: .blocking)
        let missing = Atomic(0)
        await onThreads(
            (0..<8).map { thread in
                {
                    let log = system.logger("a")
                    for number in 0..<50 {
                        log.error("<\(thread).\(number)>")
                        let bytes = (try? Data(contentsOf: URL(filePath: path))) ?? Data()
                        if bytes.range(of: Data("<\(thread).\(number)>".utf8)) == nil {
                            missing.add(1, ordering: .relaxed)
                        }
                    }
                }
            })
        #expect(missing.load(ordering: .relaxed) == 0)
        #expect(await system.shutdown(deadline: .seconds(30)).isComplete)
    }

    @Test func `A call that waits for the file also waits for room, where others are dropped`() throws {
        let folder = try Folder()
        var options = LogSystemOptions()
        options.threadBufferCapacity = 16 * 1_024
        let system = try LogSystem(
            sinks: [FileSink(folder.path("a.log"), format: JSONLinesFormat(), flushOn: .critical)], options: options)
        let log = system.logger("a")
        for number in 0..<10 {
            for _ in 0..<1_000 {
                log.info("flood")
            }
            log.critical("critical \(number)")
            let end = try Data(contentsOf: folder.url.appending(path: "a.log")).suffix(1_000)
            #expect(String(decoding: end, as: UTF8.self).contains("critical \(number)\""))
        }
        #expect(system.status.buffers.dropped > 0)
        system.shutdownAndWait(deadline: .seconds(30))
    }

    @Test func `Only calls at or above the level wait, and none for a file that doesn't get the record`() throws {
        let folder = try Folder()
        let plain = try LogSystem(sinks: [FileSink(folder.path("a.log")), MemorySink()])
        #expect(plain.levelsThatWait == [])
        let flushing = try LogSystem(sinks: [
            FileSink(folder.path("b.log"), flushOn: .critical), FileSink(folder.path("c.log"), flushOn: .error),
        ])
        #expect(flushing.levelsThatWait == [.error, .critical])
        let levels = LogLevels(.error, ["a.b": .debug, "c": nil])
        let narrow = try LogSystem(sinks: [FileSink(folder.path("d.log"), levels: levels, flushOn: .info)])
        #expect(narrow.levelsThatWait(of: "a") == [.error, .critical])
        #expect(narrow.levelsThatWait(of: "a.b.c") == [.info, .notice, .warning, .error, .critical])
        #expect(narrow.levelsThatWait(of: "c") == [])
    }

    @Test func `A file that stands still holds a call up for a second at most, and later calls not at all`()
        async throws
    {
        let folder = try Folder()
        let format = StuckFormat()
        let memory = MemorySink()
        let system = try LogSystem(
            sinks: [FileSink(folder.path("a.log"), format: format, flushOn: .critical), memory], options: .blocking)
        let log = system.logger("a")
        let begin = ContinuousClock.now
        log.critical("0")
        let first = ContinuousClock.now - begin
        #expect(format.hasBegun)
        await eventually { system.status.sinks[0].isStandingStill }
        let later = ContinuousClock.now
        for number in 1...60 {
            log.critical("\(number)")
        }
        // Waiting each time would take a minute.
        #expect(ContinuousClock.now - later < .seconds(30))
        #expect(first >= .seconds(1))
        format.release()
        await eventually { system.status.sinks[0].lag == 0 }
        // It works again, so calls wait again.
        log.critical("again")
        #expect(try folder.text("a.log").wholeLines?.last?.contains("again") == true)
        #expect(await system.shutdown(deadline: .seconds(30)).isComplete)
        #expect(try folder.text("a.log").wholeLines?.count == 62)
    }

    @Test func `A file that fails holds up nobody once it is known to fail`() async throws {
        let system = try LogSystem(sinks: [FileSink("/dev/full", flushOn: .critical)], options: .blocking)
        let log = system.logger("a")
        log.critical("0")
        await eventually { system.status.sinks[0].failure != nil }
        let begin = ContinuousClock.now
        for number in 1...60 {
            log.critical("\(number)")
        }
        // Waiting each time would take a minute.
        #expect(ContinuousClock.now - begin < .seconds(30))
        await system.shutdown(deadline: .milliseconds(100))
    }

    /// Notes whether the call may wait that describes it.
    private final class Note: Sendable, CustomStringConvertible {
        private let answers = Mutex<[Bool]>([])

        var all: [Bool] { answers.withLock { $0 } }

        var description: String {
            answers.withLock { $0.append(DurableCalls.callMayWait) }
            return "note"
        }
    }

    /// Logs to another system from its own thread.
    private struct Forwarding: LogSink {
        let note: Note
        let log: ZXLogger

        func open() -> LogDelivery {
            .batches { [note, log] batch in
                for case .record(let record) in batch {
                    log.critical("forwarded \(record.message) \(note)")
                }
            }
        }
    }

    @Test func `A call on a sink's own thread doesn't wait for the file of any system`() async throws {
        let folder = try Folder()
        let note = Note()
        let target = try LogSystem(sinks: [FileSink(folder.path("a.log"), flushOn: .critical)], options: .blocking)
        let source = try LogSystem(sinks: [Forwarding(note: note, log: target.logger("to"))], options: .blocking)
        source.logger("a").info("one")
        await eventually { note.all.count == 1 }
        #expect(note.all == [false])
        #expect(await source.shutdown(deadline: .seconds(30)).isComplete)
        #expect(await target.shutdown(deadline: .seconds(30)).isComplete)
        #expect(try folder.text("a.log").contains("forwarded one"))
    }

    @Test func `A call inside another one doesn't wait, but the outer one waits for both`() throws {
        struct Chatty: CustomStringConvertible {
            let note: Note
            let log: ZXLogger

            var description: String {
                log.critical("inner \(note)")
                return "chatty"
            }
        }
        let folder = try Folder()
        let (inner, outer) = (Note(), Note())
        let system = try LogSystem(sinks: [FileSink(folder.path("a.log"), flushOn: .critical)], options: .blocking)
        let log = system.logger("a")
        log.critical("outer \(Chatty(note: inner, log: log)) \(outer)")
        #expect(inner.all == [false])
        #expect(outer.all == [true])
        let lines = try folder.text("a.log").split(separator: "\n")
        #expect(lines.count == 2)
        #expect(lines.first?.contains("outer chatty") == true && lines.last?.contains("inner") == true)
        system.shutdownAndWait(deadline: .seconds(30))
    }

    @Test
    func `Before there are sinks no call waits, and what was logged then is in the file with the first that does`()
        async
    {
        await #expect(processExitsWith: .success) {
            let folder = try Folder()
            let log = ZXLogger("a")
            log.critical("early")
            let waits = LogEngine.shared.pipeline.intake.durableCalls.include(.critical)
            #expect(!waits)
            try LogSystem.bootstrap(
                sinks: [FileSink(folder.path("a.log"), flushOn: .critical)], options: .blocking)
            log.critical("later")
            let lines = try #require(try folder.text("a.log").wholeLines)
            #expect(lines.count == 2)
            #expect(lines.first?.contains("early") == true && lines.last?.contains("later") == true)
        }
    }
}

extension LogSystem {
    /// The levels of which a call may have to wait for a file.
    fileprivate var levelsThatWait: [LogLevel] {
        let intake = engine.pipeline.intake
        return LogLevel.allCases.filter { intake.durableCalls.include($0) }
    }

    /// The levels of which a call with a label waits for a file.
    fileprivate func levelsThatWait(of label: String) -> [LogLevel] {
        let intake = engine.pipeline.intake
        return LogLevel.allCases.filter { !intake.durableCalls.files(for: $0, of: label).isEmpty }
    }
}
