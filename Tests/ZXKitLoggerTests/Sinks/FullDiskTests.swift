import Foundation
import Testing
import ZXKitLogger

@Suite(.enabled(if: SmallDisk.isPossible, "this kernel doesn't let us mount a file system of our own"))
struct FullDiskTests {
    private static let size = 1_024 * 1_024

    /// A small journal, so that what a full disk misses falls out of it.
    private static var options: LogSystemOptions {
        var options = LogSystemOptions.blocking
        options.journalCapacity = 256 * 1_024
        return options
    }

    @Test func `A full disk stops its file alone, which goes on with a gap once there is room`() async throws {
        let disk = try SmallDisk(bytes: Self.size)
        let ballast = disk.url.appending(path: "ballast")
        try Data(count: Self.size * 3 / 4).write(to: ballast)
        let memory = MemorySink(byteLimit: .max)
        let folder = try Folder()
        let system = try LogSystem(
            sinks: [
                FileSink(disk.path("a.log"), format: JSONLinesFormat()),
                FileSink(folder.path("b.log"), format: JSONLinesFormat()), memory,
            ], options: Self.options)
        let log = system.logger("a")
        // Some three times of what the disk has room for.
        let count = 6_000
        for number in 0..<count {
            log.info("\(number) \(String(repeating: "x", count: 50))")
            // The memory has no right to hold the journal back, so it has to keep up.
            if number % 100 == 0 {
                await eventually { system.status.sinks[2].lag < 200 }
            }
        }
        await eventually { system.status.sinks[0].failure?.contains("ENOSPC") == true }
        await eventually { system.status.sinks[1].lag == 0 && system.status.sinks[2].lag == 0 }
        let full = try FileLines(disk.path("a.log"), mayBeTorn: true)
        #expect(full.records.count < count)

        try FileManager.default.removeItem(at: ballast)
        await eventually { system.status.sinks[0].failure == nil && system.status.sinks[0].lag == 0 }
        log.info("the end")
        #expect(await system.shutdown(deadline: .seconds(30)).isComplete)

        // Its failure and its recovery are told, once each, however many records it missed.
        let own = memory.records.filter { $0.label == "zxkit" }
        #expect(own.map(\.level) == [.error, .notice])
        let next = system.status.next
        #expect(next == UInt64(count) + 4)
        #expect(memory.items.isWhole(1...(next - 1)))
        let file = try FileLines(disk.path("a.log"))
        // What its own thread says of its trouble it isn't given.
        #expect(file.isWhole(1...(next - 1), butFor: own.map(\.sequence)))
        #expect(file.gaps.count == 1)
        #expect(file.gaps.first.map { UInt64($0.count) } == system.status.sinks[0].missed)
        #expect(system.status.sinks[0].lastFailure?.reason.contains("ENOSPC") == true)
        let other = try FileLines(folder.path("b.log"))
        #expect(other.isWhole(1...(next - 1)))
        #expect(other.gaps.isEmpty)
        #expect(system.status.sinks[1].failedAttempts == 0 && system.status.sinks[2].failedAttempts == 0)
    }
}

/// What a file of JSON lines holds.
private struct FileLines {
    /// Records and gaps in their order, each as the numbers that it stands for.
    private var ranges: [ClosedRange<UInt64>] = []
    private(set) var records: [UInt64] = []
    private(set) var gaps: [ClosedRange<UInt64>] = []

    /// Reads a file. The last line may be part of a record if that is said, as after a write that found no more room.
    init(_ path: String, mayBeTorn: Bool = false) throws {
        let data = try Data(contentsOf: URL(filePath: path))
        var lines = data.split(separator: UInt8(ascii: "\n"), omittingEmptySubsequences: false)
        let rest = lines.removeLast()
        #expect(rest.isEmpty || mayBeTorn)
        for line in lines {
            let object = try #require(try JSONSerialization.jsonObject(with: line) as? [String: Any])
            if let number = object["seq"] as? UInt64 {
                records.append(number)
                ranges.append(number...number)
            } else {
                let range = try #require(object["first"] as? UInt64)...(try #require(object["last"] as? UInt64))
                gaps.append(range)
                ranges.append(range)
            }
        }
    }

    /// Whether records and gaps are, in their order and without overlap, every number of a range, but for some that may
    /// be missing.
    func isWhole(_ whole: ClosedRange<UInt64>, butFor exceptions: [UInt64] = []) -> Bool {
        var expected = whole.lowerBound
        for range in ranges + [(whole.upperBound + 1)...UInt64.max] {
            while expected < range.lowerBound, exceptions.contains(expected) {
                expected += 1
            }
            guard range.lowerBound == expected else { return false }
            expected = range.upperBound == .max ? .max : range.upperBound + 1
        }
        return true
    }
}
