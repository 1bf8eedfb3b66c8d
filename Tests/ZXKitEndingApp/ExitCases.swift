import Glibc
import Synchronization
import ZXKitLogger

func exitWithoutShutdown(_ path: String) {
    let system = makeSystem(FileSink(path))
    logLines(1_000, to: system.logger("app"), of: "exit")
    exit(0)
}

/// The process-wide system and another, both of them alive when `main` returns.
func logToTwoSystems(_ path: String) {
    bootstrap(FileSink(path))
    kept = makeSystem(FileSink(path + ".other"))
    logLines(1_000, to: ZXLogger("app"), of: "first")
    kept.map { logLines(1_000, to: $0.logger("app"), of: "second") }
}

nonisolated(unsafe) private var kept: LogSystem?

/// Handlers run in the reverse of the order in which they are registered, ours among them.
func logInExitHandlers(_ path: String) {
    atexit {
        ZXLogger("handler").critical("after the end")
        say("the handler that runs last is done")
    }
    bootstrap(FileSink(path))
    atexit { logLines(1_000, to: ZXLogger("handler"), of: "handler") }
}

func dropSystem(_ path: String) {
    do {
        let system = makeSystem(FileSink(path))
        logLines(1_000, to: system.logger("app"), of: "dropped")
    }
}

func exitWithStuckSink(_ path: String) {
    let system = makeSystem(FileSink(path), StuckSink())
    kept = system
    logLines(1_000, to: system.logger("app"), of: "stuck")
}

private struct StuckSink: LogSink {
    func open() -> LogDelivery {
        .batches { _ in
            while true { pause() }
        }
    }
}

func exitWhileOthersLog(_ path: String) {
    bootstrap(FileSink(path))
    let count = Count()
    for _ in 0..<3 {
        _ = startThread {
            while true {
                ZXLogger("app.\(count.next() % 10)").info("a line of another thread end")
            }
        }
    }
    while count.value < 10_000 { usleep(100) }
    logLines(100, to: ZXLogger("app"), of: "busy")
    exit(0)
}

private final class Count: Sendable {
    private let number = Atomic(0)
    var value: Int { number.load(ordering: .relaxed) }
    func next() -> Int { number.add(1, ordering: .relaxed).newValue }
}

/// One sink ends the process while the other still has all to write.
func exitOnSinkThread(_ path: String) {
    let system = makeSystem(ExitingSink(), FileSink(path))
    kept = system
    logLines(1_000, to: system.logger("app"), of: "sink")
    while true { pause() }
}

private struct ExitingSink: LogSink {
    func open() -> LogDelivery {
        .batches { _ in exit(0) }
    }
}

/// The destructor's key is younger than ours, so it runs when the thread's buffer is gone already (glibc calls destructors
/// in the order of their keys).
func logInThreadDestructor(_ path: String) {
    let system = makeSystem(FileSink(path))
    kept = system
    let thread = startThread {
        guard let log = kept?.logger("app") else { return }
        logLines(10, to: log, of: "thread")
        var key = pthread_key_t()
        guard
            pthread_key_create(
                &key,
                { _ in
                    kept.map { logLines(10, to: $0.logger("app"), of: "destructor") }
                }) == 0
        else { fail("pthread_key_create") }
        pthread_setspecific(key, UnsafeRawPointer(bitPattern: 1))
    }
    pthread_join(thread, nil)
}
