import Foundation
import Glibc
import Testing
import ZXKitLogPOSIX

@Suite struct DescriptorTests {
    @Test func `An opened file is close-on-exec and gives back what was written`() throws {
        let path = NSTemporaryDirectory() + "zxkit-\(UUID().uuidString)"
        defer { unlink(path) }
        let file = try OwnedDescriptor.open(path, options: [.readWrite, .create, .exclusive, .append], mode: 0o600)
        #expect(isCloseOnExec(file.rawValue))
        #expect(try file.write([1, 2, 3]) == .bytes(3))
        #expect(try file.write([4]) == .bytes(1))

        let again = try OwnedDescriptor.open(path, options: .readOnly)
        var bytes: [UInt8] = [0]
        #expect(try again.read(appendingTo: &bytes, atMost: 3) == .bytes(3))
        #expect(try again.read(appendingTo: &bytes, atMost: 100) == .bytes(1))
        #expect(try again.read(appendingTo: &bytes, atMost: 100) == .endOfStream)
        #expect(bytes == [0, 1, 2, 3, 4])
    }

    @Test func `A file that can't be opened is told with call, path and reason`() {
        let error = #expect(throws: SystemCallError.self) {
            _ = try OwnedDescriptor.open("/nowhere/at/all", options: .readOnly)
        }
        #expect(error == SystemCallError(errno: ENOENT, call: "open", subject: "/nowhere/at/all"))
        #expect(error?.description == "open /nowhere/at/all: No such file or directory (ENOENT)")
    }

    @Test func `A path with a NUL is refused`() {
        #expect(
            errorNumber { () throws(SystemCallError) in try OwnedDescriptor.open("/tmp\0/x", options: .readOnly) }
                == EINVAL)
    }

    @Test func `The descriptor is closed when its value ends`() throws {
        let pipe = try makePipe()
        let reader = OwnedDescriptor(owning: pipe.reader)
        do { _ = OwnedDescriptor(owning: pipe.writer) }
        var bytes: [UInt8] = []
        #expect(try reader.read(appendingTo: &bytes, atMost: 1) == .endOfStream)
    }

    @Test func `Closing reports the kernel's error`() {
        let never = OwnedDescriptor(owning: -1)
        var number: Int32 = 0
        do throws(SystemCallError) { try never.close() } catch { number = error.errno }
        #expect(number == EBADF)
    }

    @Test func `Reading an empty non-blocking pipe and writing a full one would block`() throws {
        let pipe = try makePipe()
        for end in [pipe.reader, pipe.writer] { _ = fcntl(end, F_SETFL, O_NONBLOCK) }
        let reader = OwnedDescriptor(owning: pipe.reader)
        let writer = OwnedDescriptor(owning: pipe.writer)
        var bytes: [UInt8] = []
        #expect(try reader.read(appendingTo: &bytes, atMost: 10) == .wouldBlock)
        #expect(bytes.isEmpty)

        let block = [UInt8](repeating: 7, count: 65_536)
        #expect(try writer.write(block) == .bytes(65_536))
        #expect(try writer.write(block) == .wouldBlock)
    }

    @Test func `On our threads a pipe without readers is EPIPE and kills nobody`() throws {
        let number = try onSystemThread { () -> Int32 in
            guard let pipe = try? makePipe(), close(pipe.reader) == 0 else { return -1 }
            let writer = OwnedDescriptor(owning: pipe.writer)
            return errorNumber { () throws(SystemCallError) in try writer.write([1]) }
        }
        #expect(number == EPIPE)
    }
}

@Suite struct StandardStreamTests {
    @Test func `A closed standard output is EPIPE on a thread that doesn't block SIGPIPE`() async {
        await #expect(processExitsWith: .success) {
            var ends: [Int32] = [-1, -1]
            guard pipe(&ends) == 0, close(ends[0]) == 0, dup2(ends[1], 1) == 1 else { exit(2) }
            // The default disposition would end the process with the signal.
            signal(SIGPIPE, SIG_DFL)
            var mask = sigset_t()
            sigemptyset(&mask)
            pthread_sigmask(SIG_SETMASK, &mask, nil)
            guard
                errorNumber({ () throws(SystemCallError) in
                    try StandardStream.output.write([1])
                }) == EPIPE
            else { exit(3) }
            guard !isBlocked(SIGPIPE) else { exit(4) }
            sigpending(&mask)
            guard sigismember(&mask, SIGPIPE) == 0 else { exit(5) }
            exit(0)
        }
    }

    @Test func `A SIGPIPE that was waiting before the write is left to wait`() async {
        await #expect(processExitsWith: .success) {
            var ends: [Int32] = [-1, -1]
            guard pipe(&ends) == 0, close(ends[0]) == 0, dup2(ends[1], 1) == 1 else { exit(2) }
            var mask = sigset_t()
            sigemptyset(&mask)
            sigaddset(&mask, SIGPIPE)
            pthread_sigmask(SIG_BLOCK, &mask, nil)
            pthread_kill(pthread_self(), SIGPIPE)
            _ = try? StandardStream.output.write([1])
            guard isBlocked(SIGPIPE) else { exit(3) }
            sigpending(&mask)
            guard sigismember(&mask, SIGPIPE) == 1 else { exit(4) }
            exit(0)
        }
    }

    @Test func `A pipe as standard output is written, and is no terminal`() async {
        let result = await #expect(processExitsWith: .success, observing: [\.standardOutputContent]) {
            guard !StandardStream.output.isTerminal else { exit(2) }
            guard try StandardStream.output.wait(for: .writable, timeout: patience) else { exit(3) }
            let text = Array("<told>".utf8)
            guard try StandardStream.output.write(text) == .bytes(text.count) else { exit(4) }
            guard fcntl(1, F_GETFL) & O_NONBLOCK == 0 else { exit(5) }
            exit(0)
        }
        let printed = String(decoding: result?.standardOutputContent ?? [], as: UTF8.self)
        #expect(printed.contains("<told>"))
    }
}
