import Glibc
import Testing
import ZXKitLogPOSIX

@testable import zxlog

@Suite struct OutputQueueTests {
    /// What a queue wrote, and a door that keeps it from writing.
    private final class Streams: Sendable {
        private let written = Lock<[OutputBatch]>([])
        private let gate = Lock<Bool>(false)
        private let opening = Parker()

        var batches: [OutputBatch] { written.withLock { $0 } }

        func text(of stream: StandardStream) -> String {
            batches.filter { $0.stream == stream }.map { String(decoding: $0.bytes, as: UTF8.self) }.joined()
        }

        func close() {
            gate.withLock { $0 = true }
        }

        func open() {
            gate.withLock { $0 = false }
            opening.unpark()
        }

        func write(_ batch: OutputBatch) {
            while gate.withLock({ $0 }) {
                opening.park()
            }
            written.withLock { $0.append(batch) }
        }
    }

    private func bytes(_ text: String) -> [UInt8] {
        Array(text.utf8)
    }

    @Test func `All lines are written in their order before the thread ends`() throws {
        let streams = Streams()
        let queue = OutputQueue(writeBatch: streams.write) { _ in }
        let thread = try queue.start()
        for number in 0..<1_000 {
            queue.write(bytes("\(number)\n"), to: .output)
        }
        queue.end()
        queue.write(bytes("late\n"), to: .output)
        thread.join()
        #expect(streams.text(of: .output) == (0..<1_000).map { "\($0)\n" }.joined())
    }

    @Test func `What gathers while the thread writes goes out in one batch for each change of stream`() throws {
        let streams = Streams()
        streams.close()
        let queue = OutputQueue(writeBatch: streams.write) { _ in }
        queue.write(bytes("a\n"), to: .output)
        queue.write(bytes("b\n"), to: .output)
        queue.write(bytes("note\n"), to: .error)
        queue.write(bytes("c\n"), to: .output)
        let thread = try queue.start()
        streams.open()
        queue.end()
        thread.join()
        #expect(streams.batches.map(\.bytes) == [bytes("a\nb\n"), bytes("note\n"), bytes("c\n")])
        #expect(streams.batches.map(\.stream) == [.output, .error, .output])
    }

    @Test(arguments: [(EPIPE, true), (ENOSPC, false)])
    func `An output that takes no more is told once, and nothing is written to it again`(
        number: Int32, isClosed: Bool
    ) throws {
        let error = SystemCallError(errno: number, call: "write")
        let calls = Lock(0)
        let troubles = Lock<[OutputQueue.Trouble]>([])
        let queue = OutputQueue(writeBatch: { (_) throws(SystemCallError) in
            calls.withLock { $0 += 1 }
            throw error
        }) { trouble in
            troubles.withLock { $0.append(trouble) }
        }
        queue.write(bytes("a\n"), to: .output)
        queue.write(bytes("note\n"), to: .error)
        queue.write(bytes("b\n"), to: .output)
        let thread = try queue.start()
        queue.end()
        thread.join()
        #expect(troubles.withLock { $0 } == [isClosed ? .closed : .failed(error)])
        #expect(calls.withLock { $0 } == 1)
    }

    @Test func `A closed standard error is no trouble`() throws {
        let queue = OutputQueue(writeBatch: { (batch) throws(SystemCallError) in
            if batch.stream == .error { throw SystemCallError(errno: EPIPE, call: "write") }
        }) { trouble in
            Issue.record("\(trouble)")
        }
        let thread = try queue.start()
        queue.write(bytes("note\n"), to: .error)
        queue.write(bytes("a\n"), to: .output)
        queue.end()
        thread.join()
    }

    @Test(.timeLimit(.minutes(1)))
    func `A producer waits while much is to be written, and goes on when it is taken`() async throws {
        let streams = Streams()
        streams.close()
        let queue = OutputQueue(writeBatch: streams.write) { _ in }
        await queue.waitForRoom()
        queue.write([UInt8](repeating: 0x0A, count: 2 << 20), to: .output)
        let isThrough = Lock(false)
        let producer = Task {
            await queue.waitForRoom()
            isThrough.withLock { $0 = true }
        }
        // A producer that did not wait would be through by then; one that does, never is.
        for _ in 0..<1_000 {
            await Task.yield()
        }
        #expect(isThrough.withLock { !$0 })
        let thread = try queue.start()
        streams.open()
        await producer.value
        queue.end()
        thread.join()
    }
}
