import Foundation
import Glibc
import Synchronization
import Testing
import ZXKitLogPOSIX

@Suite(.serialized) struct ForkTests {
    @Test func `A child has none of our sockets and pollers, and doesn't close another's descriptor for them`() async {
        await #expect(processExitsWith: .success) {
            let listener = try Socket.listener(at: SocketAddress(ip: .loopbackV4, port: 0), dualStack: false)
            let event = try WakeEvent()
            let poller = try Poller()
            try poller.add(event.descriptor, interest: .readable, token: 1)
            let numbers = [listener.descriptor, event.descriptor]
            let child = forkProcess()
            if child == 0 {
                let isClosed = numbers.allSatisfy { fcntl($0, F_GETFD) == -1 && errno == EBADF }
                // Takes the number of the event, which then ends.
                dup2(2, event.descriptor)
                endOf(event)
                _exit(isClosed && fcntl(numbers[1], F_GETFD) != -1 ? 0 : 1)
            }
            #expect(exitStatus(of: child) == 0)
            event.signal()
            #expect(try poller.wait(timeout: patience).map(\.token) == [1])
            #expect(numbers.allSatisfy { fcntl($0, F_GETFD) != -1 })
        }
    }

    @Test func `A lock that the forking thread used is one in the child too, however many threads want it`() async {
        await #expect(processExitsWith: .success) {
            let count = Lock(0)
            count.withLock { $0 += 1 }
            let child = forkProcess()
            if child == 0 {
                alarm(60)
                let thread = try SystemThread.start(name: "test") {
                    for _ in 0..<200_000 { count.withLock { $0 += 1 } }
                }
                for _ in 0..<200_000 { count.withLock { $0 += 1 } }
                thread.join()
                _exit(count.withLock { $0 } == 400_001 ? 0 : 1)
            }
            #expect(exitStatus(of: child) == 0)
        }
    }

    @Test func `What a fork-safe lock guards is free and whole in every child`() async {
        await #expect(processExitsWith: .success) {
            let pair = ForkSafeLock((0, 0))
            let mustEnd = Atomic(false)
            let thread = try SystemThread.start(name: "test") {
                while !mustEnd.load(ordering: .relaxed) {
                    // Else forks would wait until this thread is at rest, and find the lock free for that reason.
                    ForkGate.paused {
                        pair.withLock { pair in
                            pair.0 += 1
                            pair.1 += 1
                        }
                    }
                }
            }
            for _ in 0..<100 {
                let child = forkProcess()
                if child == 0 {
                    alarm(60)
                    _exit(pair.withLock { $0.0 == $0.1 } ? 0 : 1)
                }
                #expect(exitStatus(of: child) == 0)
            }
            mustEnd.store(true, ordering: .relaxed)
            thread.join()
        }
    }

    @Test func `A fork waits for a thread that works, and not for one that waits`() async {
        await #expect(processExitsWith: .success) {
            let isAtWork = Atomic(false)
            let waits = Parker()
            let waiting = try SystemThread.start(name: "test") { waits.park() }
            let mustEnd = Atomic(false)
            let working = try SystemThread.start(name: "test") {
                while !mustEnd.load(ordering: .relaxed) {
                    isAtWork.store(true, ordering: .releasing)
                    for _ in 0..<1_000 where mustEnd.load(ordering: .relaxed) {}
                    isAtWork.store(false, ordering: .releasing)
                    Parker().park(timeout: .zero)
                }
            }
            for _ in 0..<100 {
                let child = forkProcess()
                if child == 0 { _exit(isAtWork.load(ordering: .acquiring) ? 1 : 0) }
                #expect(exitStatus(of: child) == 0)
            }
            mustEnd.store(true, ordering: .relaxed)
            waits.unpark()
            working.join()
            waiting.join()
        }
    }

    @Test func `A generation is the process's own`() async {
        await #expect(processExitsWith: .success) {
            let generation = ForkGeneration.current
            let child = forkProcess()
            if child == 0 { _exit(!generation.isCurrent && ForkGeneration.current.isCurrent ? 0 : 1) }
            #expect(exitStatus(of: child) == 0)
            #expect(generation.isCurrent)
        }
    }
}

private func endOf(_ event: consuming WakeEvent) {}

/// The status with which a child exits; -1 if it ends otherwise.
private func exitStatus(of child: pid_t) -> Int32 {
    var status: Int32 = -1
    while waitpid(child, &status, 0) < 0, errno == EINTR {}
    return status & 0x7F == 0 ? status >> 8 : -1
}
