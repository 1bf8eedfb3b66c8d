import Foundation
import Glibc
import Synchronization
import Testing
import ZXKitLogger

/// Waits until something is so, and fails the test if it doesn't become so within half a minute.
func eventually(
    _ condition: () throws -> Bool, sourceLocation: SourceLocation = #_sourceLocation
) async rethrows {
    let end = ContinuousClock.now + .seconds(30)
    while try !condition() {
        guard ContinuousClock.now < end else {
            Issue.record("it did not become so within 30 s", sourceLocation: sourceLocation)
            return
        }
        await Task.yield()
        try? await Task.sleep(for: .milliseconds(2))
    }
}

/// A sink that stands still in its first batch until it is released.
final class StuckSink: LogSink {
    private let begun = Atomic(false)
    private let released = Atomic(false)
    private let seen = Mutex<[LogItem]>([])

    var hasBegun: Bool { begun.load(ordering: .acquiring) }
    var items: [LogItem] { seen.withLock { $0 } }

    func release() {
        released.store(true, ordering: .releasing)
    }

    func open() -> LogDelivery {
        .batches { [self] batch in
            begun.store(true, ordering: .releasing)
            while !released.load(ordering: .acquiring) {
                yieldProcessor()
            }
            seen.withLock { $0 += batch }
        }
    }
}

/// A sink that fails as long as it is told to.
final class FailingSink: LogSink {
    struct Trouble: Error {}

    private let fails = Atomic(true)
    private let attempts = Atomic(0)
    private let seen = Mutex<[LogItem]>([])

    var attemptCount: Int { attempts.load(ordering: .relaxed) }
    var items: [LogItem] { seen.withLock { $0 } }

    func mend() {
        fails.store(false, ordering: .releasing)
    }

    func open() -> LogDelivery {
        .batches { [self] batch in
            attempts.add(1, ordering: .relaxed)
            guard !fails.load(ordering: .acquiring) else { throw Trouble() }
            seen.withLock { $0 += batch }
        }
    }
}

/// Gives the processor away for a moment while a condition is being waited for.
private func yieldProcessor() {
    _ = poll(nil, 0, 1)
}

/// The processor time that a thread of this process has used, in the kernel's ticks of 10 ms (proc_pid_stat(5)).
func processorTicks(ofThread thread: Int) throws -> Int {
    let text = try String(contentsOfFile: "/proc/self/task/\(thread)/stat", encoding: .utf8)
    // The name, in parentheses, may hold spaces; utime and stime are the 12th and 13th fields after it.
    let fields = text.split(separator: ")").last?.split(separator: " ") ?? []
    return [fields[11], fields[12]].compactMap { Int($0) }.reduce(0, +)
}

extension LogSystemOptions {
    /// For tests in which no record may be dropped, however busy the machine is.
    static var blocking: LogSystemOptions {
        var options = LogSystemOptions()
        options.overflow = .block
        return options
    }
}

/// Logs the numbers below a limit from each of so many tasks at once, under labels `LABEL.0`, `LABEL.1` and so on.
func logNumbers(below limit: Int, fromTasks tasks: Int, of system: LogSystem, labels: String) async {
    await withTaskGroup(of: Void.self) { group in
        for task in 0..<tasks {
            group.addTask {
                let log = system.logger("\(labels).\(task)")
                for number in 0..<limit {
                    log.info("\(number)")
                }
            }
        }
    }
}
