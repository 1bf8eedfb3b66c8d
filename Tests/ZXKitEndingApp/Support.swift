import Glibc
import ZXKitLogger

/// Ends the program with a reason, past all handlers.
func fail(_ reason: String) -> Never {
    var line = Array("\(reason)\n".utf8)
    write(2, &line, line.count)
    _exit(1)
}

/// Says something to the test, at once and whole.
func say(_ line: String) {
    var bytes = Array("\(line)\n".utf8)
    guard write(1, &bytes, bytes.count) == bytes.count else { fail("can't write: \(line)") }
}

/// A system that loses nothing.
func makeSystem(_ sinks: any LogSink...) -> LogSystem {
    do {
        return try LogSystem(sinks: sinks, options: .blocking)
    } catch {
        fail("\(error)")
    }
}

/// Sets up the process-wide system to lose nothing.
func bootstrap(_ sinks: any LogSink...) {
    do {
        try LogSystem.bootstrap(sinks: sinks, options: .blocking)
    } catch {
        fail("\(error)")
    }
}

extension LogSystemOptions {
    fileprivate static var blocking: LogSystemOptions {
        var options = LogSystemOptions()
        options.overflow = .block
        return options
    }
}

/// Waits until the test says that it is time to end.
func waitForInput() {
    var byte: UInt8 = 0
    while read(0, &byte, 1) < 0, errno == EINTR {}
}

func logLines(_ count: Int, to log: ZXLogger, of name: String) {
    for number in 0..<count {
        log.info("\(name) \(number) end")
    }
}

/// Swift hides `fork`, which a program should rarely use; a library must live with programs that do.
func forkProcess() -> pid_t {
    typealias Fork = @convention(c) () -> pid_t
    guard let symbol = dlsym(nil, "fork") else { fail("no fork") }
    let child = unsafeBitCast(symbol, to: Fork.self)()
    guard child >= 0 else { fail("fork: errno \(errno)") }
    // Ends a child that hangs.
    if child == 0 { alarm(60) }
    return child
}

/// Waits for a child, which must end well.
func waitForEnd(of child: pid_t) {
    var status: Int32 = -1
    while waitpid(child, &status, 0) < 0, errno == EINTR {}
    guard status == 0 else { fail("a child ended with the status \(status)") }
}

func startThread(_ body: @escaping @Sendable () -> Void) -> pthread_t {
    final class Work: Sendable {
        let body: @Sendable () -> Void
        init(_ body: @escaping @Sendable () -> Void) { self.body = body }
    }
    var thread = pthread_t()
    let error = pthread_create(
        &thread, nil,
        { context in
            context.map { Unmanaged<Work>.fromOpaque($0).takeRetainedValue().body() }
            return nil
        }, Unmanaged.passRetained(Work(body)).toOpaque())
    guard error == 0 else { fail("pthread_create: \(error)") }
    return thread
}

/// What is open, apart from the folder that is read for it: `number target`.
func openDescriptors() -> [String] {
    guard let folder = opendir("/proc/self/fd") else { fail("no /proc") }
    defer { closedir(folder) }
    var found: [String] = []
    while let entry = readdir(folder) {
        let name = withUnsafePointer(to: &entry.pointee.d_name) {
            $0.withMemoryRebound(to: CChar.self, capacity: 256) { String(cString: $0) }
        }
        guard let number = Int32(name), number != dirfd(folder) else { continue }
        found.append("\(number)=\(target(of: number))")
    }
    return found.sorted()
}

private func target(of descriptor: Int32) -> String {
    var bytes = [CChar](repeating: 0, count: Int(PATH_MAX))
    let count = readlink("/proc/self/fd/\(descriptor)", &bytes, bytes.count)
    return String(decoding: bytes.prefix(max(count, 0)).map { UInt8(bitPattern: $0) }, as: UTF8.self)
}

func threadCount() -> Int {
    guard let folder = opendir("/proc/self/task") else { fail("no /proc") }
    defer { closedir(folder) }
    var count = 0
    while let entry = readdir(folder) {
        count += entry.pointee.d_name.0 == CChar(UInt8(ascii: ".")) ? 0 : 1
    }
    return count
}
