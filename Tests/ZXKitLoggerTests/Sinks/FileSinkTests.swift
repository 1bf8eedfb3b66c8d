import Foundation
import Glibc
import Testing
import ZXKitLogger

@Suite struct FileSinkTests {
    @Test func `Each record is a line, behind what the file held before`() async throws {
        let folder = try Folder()
        try Data("what was there\n".utf8).write(to: folder.url.appending(path: "a.log"))
        for run in 0..<2 {
            let system = try LogSystem(sinks: [FileSink(folder.path("a.log"))], options: .blocking)
            let log = system.logger("shop")
            log.debug("not written")
            log.info("run \(run)\nsecond line\u{1B}[31m")
            log.critical("end \(run)")
            #expect(await system.shutdown(deadline: .seconds(30)).isComplete)
        }
        let lines = try #require(try folder.text("a.log").wholeLines)
        try #require(lines.count == 5)
        #expect(lines[0] == "what was there")
        #expect(lines[1].contains("Z INFO     shop: run 0") && lines[2].contains("Z CRITICAL shop: end 0"))
        #expect(lines[3].contains("run 1") && lines[4].contains("end 1"))
        #expect(!lines[1].contains("\u{1B}"))
    }

    @Test func `A record reaches the file without any further event, however long it was quiet before`() async throws {
        let folder = try Folder()
        var random = SeededGenerator(for: "quiet times")
        let system = try LogSystem(sinks: [FileSink(folder.path("a.log"))], options: .blocking)
        let log = system.logger("a")
        for number in 1...40 {
            log.log(number % 2 == 0 ? .info : .error, "\(number)")
            await eventually { (try? folder.text("a.log").wholeLines?.count) == number }
            // From amid the collector's naps to deep in its sleep.
            try await Task.sleep(for: .milliseconds(Int.random(in: 0...100, using: &random)))
        }
        #expect(await system.shutdown(deadline: .seconds(30)).isComplete)
    }

    @Test func `A new file has mode 0640, and one that was there keeps its mode`() async throws {
        await #expect(processExitsWith: .success) {
            // The mask is the process's own.
            umask(0)
            let folder = try Folder()
            let isMade = FileManager.default.createFile(
                atPath: folder.path("old.log"), contents: nil, attributes: [.posixPermissions: 0o604])
            #expect(isMade)
            for name in ["new.log", "old.log"] {
                _ = try LogSystem(sinks: [FileSink(folder.path(name))], options: .blocking)
            }
            let modes = try ["new.log", "old.log"].map {
                try FileManager.default.attributesOfItem(atPath: folder.path($0))[.posixPermissions] as? Int
            }
            #expect(modes == [0o640, 0o604])
        }
    }

    @Test func `JSON is written if so asked`() async throws {
        let folder = try Folder()
        let system = try LogSystem(
            sinks: [FileSink(folder.path("a.json"), format: JSONLinesFormat())], options: .blocking)
        system.logger("shop").info("hello")
        await system.shutdown(deadline: .seconds(30))
        let line = try #require(try folder.text("a.json").wholeLines?.first)
        let object = try JSONSerialization.jsonObject(with: Data(line.utf8)) as? [String: Any]
        #expect(object?["message"] as? String == "hello")
        #expect(object?["kind"] as? String == "record")
    }

    @Test func `Records of any size are all there, each a whole line`() async throws {
        let folder = try Folder()
        var random = SeededGenerator(for: "file records")
        let system = try LogSystem(sinks: [FileSink(folder.path("a.log"))], options: .blocking)
        let log = system.logger("a")
        let sizes = (0..<300).map { _ in
            Int.random(in: 0...([30, 3_000, 70_000].randomElement(using: &random) ?? 0), using: &random)
        }
        for (number, size) in sizes.enumerated() {
            log.info("<\(number) \(String(repeating: "x", count: size))>")
            if number % 50 == 0 {
                await system.flush(deadline: .seconds(30))
            }
        }
        #expect(await system.shutdown(deadline: .seconds(30)).isComplete)
        let lines = try #require(try folder.text("a.log").wholeLines)
        #expect(lines.count == sizes.count)
        for (number, (line, size)) in zip(lines, sizes).enumerated() {
            #expect(line.contains("<\(number) \(String(repeating: "x", count: size))>"))
        }
    }

    @Test func `A folder that is missing is an error with path and reason`() throws {
        let folder = try Folder()
        let path = folder.path("missing/a.log")
        let error = #expect(throws: LogError.self) { try LogSystem(sinks: [FileSink(path)], options: .blocking) }
        #expect(error?.code == .cannotOpen)
        #expect(error?.errno == ENOENT)
        #expect(error?.reason.contains(path) == true && error?.reason.contains("ENOENT") == true)
    }

    @Test func `A path that is a folder is an error with path and reason`() throws {
        let folder = try Folder()
        let error = #expect(throws: LogError.self) {
            try LogSystem(sinks: [FileSink(folder.url.path)], options: .blocking)
        }
        #expect(error?.code == .cannotOpen)
        #expect(error?.errno == EISDIR)
        #expect(error?.reason.contains(folder.url.path) == true)
    }

    @Test(.timeLimit(.minutes(1)))
    func `A FIFO that nobody reads is an error, and nobody waits for a reader`() throws {
        let folder = try Folder()
        let path = folder.path("fifo")
        try #require(mkfifo(path, 0o600) == 0)
        let error = #expect(throws: LogError.self) { try LogSystem(sinks: [FileSink(path)], options: .blocking) }
        #expect(error?.code == .cannotOpen)
        #expect(error?.errno == ENXIO)
    }

    @Test func `A FIFO that is full for a while gets every record once it is read`() async throws {
        let folder = try Folder()
        let path = folder.path("fifo")
        try #require(mkfifo(path, 0o600) == 0)
        let reader = open(path, O_RDONLY | O_NONBLOCK)
        defer { close(reader) }
        let system = try LogSystem(sinks: [FileSink(path)], options: .blocking)
        let log = system.logger("a")
        let count = 600
        for number in 0..<count {
            log.info("<\(number) \(String(repeating: "x", count: 100))>")
        }
        await eventually { system.status.sinks[0].failure?.contains("EAGAIN") == true }
        var bytes: [UInt8] = []
        var buffer = [UInt8](repeating: 0, count: 65_536)
        await eventually {
            let got = read(reader, &buffer, buffer.count)
            if got > 0 { bytes += buffer[..<got] }
            return system.status.sinks[0].lag == 0
        }
        await system.shutdown(deadline: .seconds(30))
        while case let got = read(reader, &buffer, buffer.count), got > 0 {
            bytes += buffer[..<got]
        }
        let lines = try #require(String(decoding: bytes, as: UTF8.self).wholeLines)
        #expect(lines.count == count)
        for (number, line) in lines.enumerated() {
            #expect(line.contains("<\(number) x") && line.contains("x>"))
        }
    }

    @Test func `Two systems on one file lose nothing and mix no lines`() async throws {
        let folder = try Folder()
        let path = folder.path("shared.log")
        let count = 5_000
        let reports = try await withThrowingTaskGroup(of: Bool.self) { group in
            for name in ["left", "right"] {
                group.addTask {
                    let system = try LogSystem(sinks: [FileSink(path)], options: .blocking)
                    let log = system.logger(name)
                    for number in 0..<count {
                        log.info("<\(number)\(String(repeating: "x", count: number % 200))>")
                    }
                    return await system.shutdown(deadline: .seconds(60)).isComplete
                }
            }
            return try await group.reduce(into: []) { $0.append($1) }
        }
        #expect(reports == [true, true])
        let lines = try #require(try folder.text("shared.log").wholeLines)
        #expect(lines.count == 2 * count)
        for name in ["left", "right"] {
            let own = lines.filter { $0.contains(" INFO     \(name): <") }
            #expect(own.count == count)
            for (number, line) in own.enumerated() {
                let text = "\(name): <\(number)\(String(repeating: "x", count: number % 200))> ("
                if !line.contains(text) {
                    Issue.record("line \(number) of \(name) is \(line)")
                    break
                }
            }
        }
    }

    @Test(.enabled(if: FileManager.default.fileExists(atPath: "/dev/full")))
    func `A disk that is full is reported once and counted, and the app goes on`() async throws {
        let memory = MemorySink()
        let system = try LogSystem(sinks: [FileSink("/dev/full"), memory], options: .blocking)
        let log = system.logger("a")
        log.info("one")
        await eventually { system.status.sinks[0].failedAttempts >= 3 }
        for number in 0..<100 {
            log.info("\(number)")
        }
        // The failing file can't be flushed; what is waited for is that the records are in the journal.
        await system.flush(deadline: .milliseconds(100))
        await eventually { system.status.sinks[1].lag == 0 }
        let status = system.status.sinks[0]
        #expect(status.failure?.contains("/dev/full") == true && status.failure?.contains("ENOSPC") == true)
        #expect(status.lag >= 101)
        let report = await system.shutdown(deadline: .milliseconds(100))
        #expect(report.leftovers.keys.sorted() == ["file /dev/full"])
        #expect(memory.records.filter { $0.label == "a" }.count == 101)
        let own = memory.records.filter { $0.label == "zxkit" }
        #expect(own.map(\.level) == [.error])
        #expect(own.first?.message.contains("/dev/full") == true)
    }
}
