import Glibc
import Testing
import ZXKitLogPOSIX

@Suite struct ClockTests {
    @Test func `The clocks agree with the C library's`() {
        let monotonic = SystemClock.monotonic()
        #expect(SystemClock.monotonic() >= monotonic)
        #expect(abs(SystemClock.wall() / 1_000_000_000 - Int64(time(nil))) <= 5)
    }

    private static let durations: [(Duration, UInt64)] = [
        (.seconds(-1), 0), (.zero, 0), (.nanoseconds(1), 1),
        (Duration(secondsComponent: 0, attosecondsComponent: 1), 1),
        (.seconds(2) + .nanoseconds(5), 2_000_000_005), (.seconds(Int64.max), .max),
    ]

    @Test(arguments: durations)
    func `A duration in nanoseconds is rounded up and never overflows`(duration: Duration, nanoseconds: UInt64) {
        #expect(duration.saturatedNanoseconds == nanoseconds)
    }

    @Test func `The offset of local time follows TZ, summer time too`() async {
        await #expect(processExitsWith: .success) {
            // POSIX notation, so that no zone files are needed: west is positive, summer from March to November.
            setenv("TZ", "EST5EDT,M3.2.0,M11.1.0", 1)
            tzset()
            guard LocalTime.utcOffsetSeconds(atUnixSeconds: 1_704_110_400) == -18_000 else { exit(2) }
            guard LocalTime.utcOffsetSeconds(atUnixSeconds: 1_719_835_200) == -14_400 else { exit(3) }
            guard LocalTime.utcOffsetSeconds(atUnixSeconds: .max) == 0 else { exit(4) }
            setenv("TZ", "IST-5:30", 1)
            tzset()
            guard LocalTime.utcOffsetSeconds(atUnixSeconds: 0) == 19_800 else { exit(5) }
            exit(0)
        }
    }
}

@Suite struct ProcessFactsTests {
    @Test func `The facts are what the system says elsewhere`() throws {
        #expect(ProcessFacts.processID == getpid())
        #expect(access(try #require(ProcessFacts.executablePath), X_OK) == 0)
        #expect(ProcessFacts.environment("PATH") == getenv("PATH").map { String(cString: $0) })
        #expect(ProcessFacts.environment("ZXKIT_NO_SUCH_VARIABLE") == nil)
        #expect(access("/proc/self/task/\(ProcessFacts.threadID)", F_OK) == 0)
        let other = try onSystemThread { ProcessFacts.threadID }
        #expect(other != ProcessFacts.threadID)
    }

    @Test func `The host's name is the kernel's`() throws {
        let file = try OwnedDescriptor.open("/proc/sys/kernel/hostname", options: .readOnly)
        var bytes: [UInt8] = []
        _ = try file.read(appendingTo: &bytes, atMost: 300)
        #expect(HostFacts.hostName == String(decoding: bytes.dropLast(), as: UTF8.self))
    }

    @Test func `Random numbers differ`() {
        #expect(Set((0..<100).map { _ in ProcessFacts.random64() }).count == 100)
    }
}

@Suite struct TerminationSignalsTests {
    @Test func `SIGINT and SIGTERM become events, in a process that would have died`() async {
        await #expect(processExitsWith: .success) {
            let signals = try TerminationSignals.claim()
            guard isBlocked(SIGINT), isBlocked(SIGTERM), isCloseOnExec(signals.descriptor) else { exit(2) }
            guard try signals.next() == nil else { exit(3) }
            // To this thread: others of the test process don't block them.
            pthread_kill(pthread_self(), SIGTERM)
            guard try signals.wait(timeout: patience) == .terminate else { exit(4) }
            pthread_kill(pthread_self(), SIGINT)
            guard try signals.wait(timeout: patience) == .interrupt else { exit(5) }
            guard try signals.wait(timeout: .zero) == nil else { exit(6) }
            exit(0)
        }
    }

    @Test func `The numbers are what a shell adds to 128`() {
        #expect(TerminationSignals.Signal.interrupt.number == 2)
        #expect(TerminationSignals.Signal.terminate.number == 15)
    }
}

@Suite struct SystemCallErrorTests {
    @Test func `An error is told in words and by name, an unknown one by number`() {
        let error = SystemCallError(errno: EACCES, call: "bind", subject: "[::]:80")
        #expect(error.description == "bind [::]:80: Permission denied (EACCES)")
        #expect(SystemCallError(errno: 9_999, call: "bind").description == "bind: error 9999")
    }
}
