import Foundation

/// How many descriptors this process has open.
func openDescriptors() -> Int {
    (try? FileManager.default.contentsOfDirectory(atPath: "/proc/self/fd").count) ?? .max
}

/// How many threads of the Avahi shim this process has.
func shimThreads() -> Int {
    let tasks = (try? FileManager.default.contentsOfDirectory(atPath: "/proc/self/task")) ?? []
    return tasks.count { task in
        (try? String(contentsOfFile: "/proc/self/task/\(task)/comm", encoding: .utf8)) == "zxkit-avahi\n"
    }
}

/// Waits until the shim has no thread any more; false when it still has one after 20 seconds. No event tells the end of
/// a detached thread, so this looks again and again.
func shimThreadsEnd() -> Bool {
    let deadline = Date(timeIntervalSinceNow: 20)
    while shimThreads() > 0 {
        guard Date() < deadline else { return false }
        usleep(1000)
    }
    return true
}
