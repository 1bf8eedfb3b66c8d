import Glibc
import Testing
import ZXKitLogPOSIX

@Suite struct PollerTests {
    @Test func `A socket is readable when bytes came and writable when there is room`() throws {
        let poller = try Poller()
        let connection = try Connection.made()
        try poller.add(connection.server.descriptor, interest: [.readable, .writable], token: .max)
        let first = try poller.wait(timeout: patience)
        #expect(first.map(\.token) == [.max])
        #expect(first.map(\.isWritable) == [true])
        #expect(first.map(\.isReadable) == [false])

        try poller.modify(connection.server.descriptor, interest: .readable, token: 7)
        #expect(try poller.wait(timeout: .zero).isEmpty)
        _ = try connection.client.send([1])
        let second = try poller.wait(timeout: patience)
        #expect(second.map(\.token) == [7])
        #expect(second.map(\.isReadable) == [true])
        #expect(second.map(\.isHangUp) == [false])

        try poller.remove(connection.server.descriptor)
        #expect(try poller.wait(timeout: .zero).isEmpty)
    }

    @Test func `A pipe whose writer is gone is a hang-up, even to who asked for nothing`() throws {
        let poller = try Poller()
        let pipe = try makePipe()
        let reader = OwnedDescriptor(owning: pipe.reader)
        try poller.add(reader.rawValue, interest: [], token: 3)
        #expect(try poller.wait(timeout: .zero).isEmpty)
        close(pipe.writer)
        let events = try poller.wait(timeout: patience)
        #expect(events.map(\.token) == [3])
        #expect(events.map(\.isHangUp) == [true])
    }

    @Test func `Waiting ends with its time, and not before`() throws {
        let poller = try Poller()
        let start = SystemClock.monotonic()
        #expect(try poller.wait(timeout: .microseconds(20_500)).isEmpty)
        #expect(SystemClock.monotonic() - start >= 20_500_000)
    }

    @Test func `More than 64 ready descriptors are all told, one wait after another`() throws {
        let poller = try Poller()
        var files: [Int32] = []
        defer { for file in files { close(file) } }
        let event = try WakeEvent()
        event.signal()
        for token in 0..<100 {
            files.append(dup(event.descriptor))
            try poller.add(files[token], interest: .readable, token: UInt64(token))
        }
        var seen: Set<UInt64> = []
        for _ in 0..<10 where seen.count < 100 { seen.formUnion(try poller.wait(timeout: patience).map(\.token)) }
        #expect(seen == Set(0..<100))
    }

    @Test func `Adding a descriptor twice is told as an error`() throws {
        let poller = try Poller()
        let event = try WakeEvent()
        try poller.add(event.descriptor, interest: .readable, token: 1)
        let file = event.descriptor
        #expect(throws: SystemCallError(errno: EEXIST, call: "epoll_ctl")) {
            try poller.add(file, interest: .readable, token: 1)
        }
    }
}

@Suite struct WakeEventTests {
    @Test func `A signal from another thread wakes the poller until it is drained`() throws {
        let poller = try Poller()
        let shared = SharedEvent(try WakeEvent())
        #expect(isCloseOnExec(shared.event.descriptor))
        #expect(isNonBlocking(shared.event.descriptor))
        try poller.add(shared.event.descriptor, interest: .readable, token: 5)
        let thread = try SystemThread.start(name: "waker") {
            shared.event.signal()
            shared.event.signal()
        }
        #expect(try poller.wait(timeout: patience).map(\.token) == [5])
        thread.join()
        shared.event.drain()
        #expect(try poller.wait(timeout: .zero).isEmpty)
        shared.event.drain()
    }

    @Test func `Signalling leaves errno alone`() throws {
        let event = try WakeEvent()
        // A counter that is one below its end: the next write fails with EAGAIN.
        var most = UInt64.max - 1
        #expect(write(event.descriptor, &most, 8) == 8)
        errno = EXDEV
        event.signal()
        let number = errno
        #expect(number == EXDEV)
    }
}

private final class SharedEvent: Sendable {
    let event: WakeEvent

    init(_ event: consuming WakeEvent) {
        self.event = event
    }
}
