import Testing
import ZXKitLogCore

@testable import ZXKitLogger

@Suite struct JournalRunTests {
    /// Frames of several sizes, one behind the other.
    private func run(_ sizes: [Int]) throws -> JournalRun {
        let journal = Journal(capacity: 1_024 * 1_024)
        for size in sizes {
            let record = LogRecord(
                sequence: 0, time: LogTime(nanosecondsSince1970: 0), level: .info, label: "l",
                message: String(repeating: "x", count: size))
            journal.append(record, origin: .none)
        }
        let slice = try #require(journal.read(at: 1).slice)
        return JournalRun(segment: slice.segment, entries: slice.entries)
    }

    @Test func `Wherever a reader stopped, what is left of a frame and the frames behind it are all the rest`() throws {
        let run = try run([0, 1, 200, 3, 0, 70])
        for count in 0...run.bytes.count {
            let progress = run.progress(after: count)
            let behind =
                progress.end < run.entries.upperBound
                ? run.segment.bytes(of: progress.end..<run.entries.upperBound).count : 0
            let rest = progress.rest?.bytes ?? run.bytes.lowerBound + count..<run.bytes.lowerBound + count
            #expect(rest.lowerBound == run.bytes.lowerBound + count)
            #expect(count + rest.count + behind == run.bytes.count)
        }
    }

    @Test func `Between two frames nothing is left over`() throws {
        let run = try run([5, 6, 7])
        for index in run.entries {
            let progress = run.progress(after: run.segment.bytes(of: run.entries.lowerBound..<index + 1).count)
            #expect(progress.end == index + 1 && progress.rest == nil)
        }
        let nothing = run.progress(after: 0)
        #expect(nothing.end == run.entries.lowerBound && nothing.rest == nil)
    }
}
