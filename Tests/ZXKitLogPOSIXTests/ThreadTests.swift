import CZXKitSupport
import Glibc
import Synchronization
import Testing
import ZXKitLogPOSIX

@Suite struct SystemThreadTests {
    @Test func `A thread has all signals from outside blocked, and its creator's mask is as before`() throws {
        let before = blockedSignals()
        let blocked = try onSystemThread { blockedSignals() }
        #expect(blockedSignals() == before)
        // The two that glibc keeps for itself (nptl(7)) can't be blocked by anybody; nor can SIGKILL and SIGSTOP.
        let synchronous = Set([SIGSEGV, SIGBUS, SIGILL, SIGFPE, SIGTRAP, SIGSYS])
        let blockable = Set(1...64).subtracting([32, 33, SIGKILL, SIGSTOP]).subtracting(synchronous)
        #expect(Set(blocked).isSuperset(of: blockable))
        // A crash in such a thread still reaches the app's crash handler.
        #expect(synchronous.isDisjoint(with: blocked))
    }

    @Test func `A thread carries its name, cut to 15 bytes`() throws {
        let name = Mutex("")
        let thread = try SystemThread.start(name: "zxkit-collector-of-records") {
            var bytes: [UInt8] = []
            let file = try? OwnedDescriptor.open("/proc/thread-self/comm", options: .readOnly)
            _ = try? file?.read(appendingTo: &bytes, atMost: 100)
            name.withLock { $0 = String(decoding: bytes.dropLast(), as: UTF8.self) }
        }
        thread.join()
        #expect(name.withLock { $0 } == "zxkit-collector")
    }

    @Test func `Joining waits for the end, any number of times, and not on the thread itself`() throws {
        let parker = Parker()
        let handle = Mutex<SystemThread?>(nil)
        let isDone = Atomic(false)
        let thread = try SystemThread.start(name: "test", stackSize: 1) {
            parker.park(timeout: patience)
            handle.withLock { $0 }?.join()
            isDone.store(true, ordering: .releasing)
        }
        handle.withLock { $0 = thread }
        parker.unpark()
        thread.join()
        let wasDone = isDone.load(ordering: .acquiring)
        #expect(wasDone)
        thread.join()
    }

    @Test func `A forked child neither joins nor detaches the parent's thread`() async {
        await #expect(processExitsWith: .success) {
            let parker = Parker()
            var thread: SystemThread? = try SystemThread.start(name: "test") { parker.park(timeout: patience) }
            let child = forkProcess()
            if child == 0 {
                // Ends a child that waits after all.
                alarm(20)
                thread?.join()
                thread = nil
                _exit(0)
            }
            var status: Int32 = -1
            guard waitpid(child, &status, 0) == child, status == 0 else { exit(2) }
            parker.unpark()
            thread?.join()
            exit(0)
        }
    }
}

@Suite struct ParkerTests {
    @Test func `An unpark before the park is kept, once`() {
        let parker = Parker()
        parker.unpark()
        parker.unpark()
        #expect(parker.park(timeout: patience))
        #expect(!parker.park(timeout: .zero))
    }

    @Test func `A park that nobody ends lasts its time, and not less`() {
        let start = SystemClock.monotonic()
        #expect(!Parker().park(timeout: .milliseconds(20)))
        #expect(SystemClock.monotonic() - start >= 20_000_000)
    }

    @Test func `An unpark from another thread ends a park without limit`() throws {
        let here = Parker()
        let there = Parker()
        let count = Mutex(0)
        let thread = try SystemThread.start(name: "test") {
            for _ in 0..<1_000 {
                there.park()
                count.withLock { $0 += 1 }
                here.unpark()
            }
        }
        for round in 1...1_000 {
            there.unpark()
            guard here.park(timeout: patience) else { throw Late() }
            #expect(count.withLock { $0 } == round)
        }
        thread.join()
    }
}

@Suite struct LockTests {
    private final class Counter: Sendable {
        let count = Lock(0)
    }

    @Test func `Increments of several threads are all counted`() throws {
        let counter = Counter()
        var threads: [SystemThread] = []
        for _ in 0..<4 {
            threads.append(
                try SystemThread.start(name: "test") {
                    for _ in 0..<10_000 { counter.count.withLock { $0 += 1 } }
                })
        }
        for thread in threads { thread.join() }
        #expect(counter.count.withLock { $0 } == 40_000)
    }

    @Test func `An error from the body comes out, and the lock is free again`() {
        let lock = Lock(1)
        #expect(
            errorNumber { () throws(SystemCallError) in
                try lock.withLock { (value) throws(SystemCallError) in
                    value = 2
                    throw SystemCallError(errno: EIO, call: "test")
                }
            } == EIO)
        #expect(lock.withLock { $0 } == 2)
    }

    @Test func `What the lock holds ends with it`() {
        final class Held: Sendable {}
        weak var seen: Held?
        do {
            let held = Held()
            seen = held
            let lock = Lock(held)
            lock.withLock { _ in }
        }
        #expect(seen == nil)
    }
}

@Suite struct ThreadLocalWordTests {
    @Test func `Each thread has its own two words, which begin at 0`() throws {
        let words = try onSystemThread { () -> [UInt] in
            let first = [zxkit_sink_origin(), zxkit_producer()]
            zxkit_set_sink_origin(1)
            zxkit_set_producer(.max)
            let other = try? onSystemThread { [zxkit_sink_origin(), zxkit_producer()] }
            return first + (other ?? [9]) + [zxkit_sink_origin(), zxkit_producer()]
        }
        #expect(words == [0, 0, 0, 0, 1, .max])
    }
}

private func blockedSignals() -> [Int32] {
    (1...64).filter(isBlocked)
}

/// Swift hides `fork`, which a program should rarely use; a library must live with programs that do.
func forkProcess() -> pid_t {
    typealias Fork = @convention(c) () -> pid_t
    guard let symbol = dlsym(nil, "fork") else { return -1 }
    return unsafeBitCast(symbol, to: Fork.self)()
}
