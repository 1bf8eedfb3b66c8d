import Glibc
import Synchronization
import ZXKitLogger

/// Parent and child log with the same logger and with new ones, and both end without a shutdown.
func forkAndLog(_ path: String) {
    let system = makeSystem(FileSink(path))
    let log = system.logger("app")
    logLines(100, to: log, of: "before")
    let boot = system.status.boot
    let child = forkProcess()
    if child == 0 {
        logLines(1_000, to: log, of: "child")
        logLines(10, to: system.logger("app.new"), of: "child-new")
        let others = (0..<2).map { number in startThread { logLines(100, to: log, of: "child-thread-\(number)") } }
        others.forEach { pthread_join($0, nil) }
        guard system.status.boot != boot else { fail("the child has its parent's boot") }
        exit(0)
    }
    logLines(1_000, to: log, of: "parent")
    waitForEnd(of: child)
    guard system.status.boot == boot else { fail("the parent has another boot") }
    exit(0)
}

/// A description that forks, in the middle of a log call.
func forkInsideCall(_ path: String) {
    struct Forking: CustomStringConvertible {
        var description: String {
            let child = forkProcess()
            if child != 0 { waitForEnd(of: child) }
            return child == 0 ? "child" : "parent"
        }
    }
    let system = makeSystem(FileSink(path))
    system.logger("app").info("the \(Forking()) 0 end")
    exit(0)
}

/// A child keeps to the levels that were set before, and to what its calls wait for: it ends with nothing else flushed.
func forkWithLevels(_ path: String) {
    let system = makeSystem(FileSink(path, flushOn: .error))
    system.setLevels(LogLevels(.notice, ["app.verbose": .debug]))
    let child = forkProcess()
    if child == 0 {
        system.logger("app").info("child-unwanted 0 end")
        system.logger("app.verbose").debug("child-verbose 0 end")
        system.logger("app").error("child-error 0 end")
        _exit(0)
    }
    waitForEnd(of: child)
    _exit(0)
}

/// Forks again and again while threads log to two systems, make loggers, flush, and watch.
func forkUnderLoad(_ path: String) {
    let system = makeSystem(FileSink(path), BroadcastSink(name: "load", access: .loopback, isAdvertised: false))
    let other = makeSystem(MemorySink())
    let mustEnd = Flag()
    let logged = Atomic(0)
    var threads = (0..<2).map { number in
        startThread {
            var count = 0
            while !mustEnd.isSet {
                system.logger("app.\(number).\(count % 5_000)").info("thread-\(number) \(count) end")
                other.logger("app").info("another system")
                count += 1
                logged.add(1, ordering: .relaxed)
                if count % 16 == 0 { usleep(2_000) }
            }
        }
    }
    threads.append(startThread { while !mustEnd.isSet { system.flushAndWait() } })
    // What a thread runs for the first time, the Swift runtime prepares under locks of its own, which a fork just then would
    // leave taken in the child. Our threads are at rest when a fork comes, but the app's can't be made to.
    while logged.load(ordering: .relaxed) < 2_000 { usleep(1_000) }
    for round in 0..<50 {
        let child = forkProcess()
        if child == 0 {
            logLines(20, to: system.logger("child.\(round)"), of: "child-\(round)")
            other.logger("app").info("another system")
            exit(0)
        }
        waitForEnd(of: child)
    }
    mustEnd.set()
    threads.forEach { pthread_join($0, nil) }
    exit(0)
}

private final class Flag: Sendable {
    private let value = Atomic(false)
    var isSet: Bool { value.load(ordering: .acquiring) }
    func set() { value.store(true, ordering: .releasing) }
}

/// Children that never log: one leaves at once, one runs the exit handlers, one drops and shuts down what it inherited.
func forkSilently(_ path: String) {
    let inherited = openDescriptors()
    var system: LogSystem? = makeSystem(
        FileSink(path), BroadcastSink(name: "silent", access: .loopback, isAdvertised: false))
    let log = system?.logger("app")
    log.map { logLines(100, to: $0, of: "parent") }
    let end: [() -> Never] = [
        { _exit(0) },
        { exit(0) },
        {
            guard let report = system?.shutdownAndWait(deadline: .seconds(60)), report.isComplete else {
                fail("a child had something to wait for")
            }
            log?.critical("after the child's shutdown")
            system = nil
            exit(0)
        },
    ]
    for body in end {
        let child = forkProcess()
        if child == 0 {
            checkThatNothingIsShared(but: inherited)
            body()
        }
        waitForEnd(of: child)
    }
    log.map { logLines(100, to: $0, of: "parent-later") }
    exit(0)
}

private func checkThatNothingIsShared(but inherited: [String]) {
    guard threadCount() == 1 else { fail("the child has \(threadCount()) threads") }
    let shared = openDescriptors().filter { descriptor in
        (descriptor.contains("socket:") || descriptor.contains("anon_inode:")) && !inherited.contains(descriptor)
    }
    guard shared.isEmpty else { fail("the child has \(shared)") }
}

/// Prints what a program finds open that is started before there is a system, and then one that a child of it becomes.
func forkAndExec(_ path: String) {
    exec(path)
    let system = makeSystem(FileSink(path), BroadcastSink(name: "exec", access: .loopback, isAdvertised: false))
    logLines(100, to: system.logger("app"), of: "parent")
    exec(path)
    exit(0)
}

private func exec(_ path: String) {
    let child = forkProcess()
    if child == 0 {
        let words = ["ZXKitEndingApp", "list-descriptors", path]
        var arguments: [UnsafeMutablePointer<CChar>?] = words.map { word in strdup(word) }
        arguments.append(nil)
        execv("/proc/self/exe", &arguments)
        fail("execv: errno \(errno)")
    }
    waitForEnd(of: child)
}

/// Says its port and its child's id, and waits to be killed; the child lives on until it is told to end.
func forkAndLive(_ path: String) {
    let system = makeSystem(FileSink(path), BroadcastSink(name: "parent", access: .loopback, isAdvertised: false))
    system.logger("app").info("parent 0 end")
    guard let port = system.status.broadcasts.first?.port else { fail("no port") }
    say("\(port)")
    // The viewer's connection is to be there when the child is made.
    while system.status.broadcasts.first?.viewers.isEmpty != false { usleep(1_000) }
    let child = forkProcess()
    if child != 0 { say("\(child)") }
    if child != 0 {
        while true { pause() }
    }
    waitForInput()
    _exit(0)
}

/// A system with a broadcast at a port of its choice, and one at any. Somebody else may take the port in the middle: then
/// another is tried.
private func makeSystemAtFixedPort(_ path: String) -> LogSystem {
    for _ in 0..<20 {
        let first = makeSystem(BroadcastSink(name: "free", access: .loopback, isAdvertised: false))
        guard let port = first.status.broadcasts.first?.port else { fail("no port") }
        first.shutdownAndWait(deadline: .seconds(30))
        var options = LogSystemOptions()
        options.overflow = .block
        let fixed = BroadcastSink(name: "fixed", port: port, access: .loopback, isAdvertised: false, isRequired: true)
        // The one that needs the port comes first: the other could be given it.
        let sinks: [any LogSink] = [
            FileSink(path), fixed, BroadcastSink(name: "free", access: .loopback, isAdvertised: false),
        ]
        if let system = try? LogSystem(sinks: sinks, options: options) { return system }
    }
    fail("no port could be had twice")
}

/// A child whose parent goes on listening at a port of the child's own choice, and at a free one.
func forkAndWatch(_ path: String) {
    let system = makeSystemAtFixedPort(path)
    let child = forkProcess()
    if child == 0 {
        system.logger("app").info("child 0 end")
        let broadcasts = system.status.broadcasts
        guard let own = broadcasts[1].port, broadcasts[0].port == nil, broadcasts[0].listenFailure != nil else {
            fail("the child's broadcasts: \(broadcasts)")
        }
        say("\(own)")
        waitForInput()
        exit(0)
    }
    waitForEnd(of: child)
    exit(0)
}

/// As `forkAndLive`, for the daemon: says the name under which it is advertised, and then its child's id.
func forkAndBeAdvertised(_ path: String) {
    let system = makeSystem(FileSink(path), BroadcastSink(name: "ending", access: .loopback))
    guard let name = waitForAdvertisement(of: system) else { fail("it isn't advertised") }
    let child = forkProcess()
    if child != 0 {
        say(name)
        say("\(child)")
        while true { pause() }
    }
    waitForInput()
    _exit(0)
}

private func waitForAdvertisement(of system: LogSystem) -> String? {
    for _ in 0..<30_000 {
        if case .advertised(let name) = system.status.broadcasts.first?.advertisement { return name }
        usleep(1_000)
    }
    return nil
}
