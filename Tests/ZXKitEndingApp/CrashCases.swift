import Glibc
import ZXKitLogger

private func handleCrash() {
    signal(SIGSEGV) { number in
        LogSystem.lastWords("last words: segmentation fault")
        signal(number, SIG_DFL)
        raise(number)
    }
}

private func crash() -> Never {
    UnsafeMutablePointer<Int>(bitPattern: 8)?.pointee = 1
    fail("that should have been a segmentation fault")
}

/// Crashes when the file has all that was logged, while other threads go on logging.
func crashWithLastWords(_ path: String) {
    let system = makeSystem(FileSink(path), FileSink(path + ".other"))
    let log = system.logger("app")
    logLines(1_000, to: log, of: "crash")
    guard system.flushAndWait(deadline: .seconds(30)).isComplete else { fail("no flush") }
    for _ in 0..<2 {
        _ = startThread { logLines(.max, to: log, of: "another thread") }
    }
    handleCrash()
    crash()
}

/// Crashes in a child that has logged, and whose file so is another descriptor than its parent's.
func crashInChild(_ path: String) {
    let system = makeSystem(FileSink(path))
    let log = system.logger("app")
    logLines(10, to: log, of: "parent")
    let child = forkProcess()
    if child == 0 {
        logLines(10, to: log, of: "child")
        guard system.flushAndWait(deadline: .seconds(3)).isComplete else { fail("no flush \(system.status)") }
        handleCrash()
        crash()
    }
    var status: Int32 = -1
    waitpid(child, &status, 0)
    guard status & 0x7F == SIGSEGV else { fail("the child ended with the status \(status)") }
}
