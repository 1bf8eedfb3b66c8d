import Foundation
import Testing
import ZXKitLogCore
import ZXKitLogPOSIX

@testable import ZXKitLoggerReceiver

/// Slow consumers, silent apps, and the end of a connection.
@Suite(.timeLimit(.minutes(2)))
struct FlowTests {
    private static let large = String(repeating: "x", count: 10_000)
    private static let everySecond = LogConnection.Options(heartbeat: .seconds(1), bufferLimit: 64 << 10)

    @Test func `A consumer that pauses stops the reading, keeps the connection, and then gets every record`()
        async throws
    {
        let stream = frames([hello()] + (1...3000).map { record($0, message: Self.large) })
        let full = ChangeSignal()
        let paused = ChangeSignal()
        let app = try FakeApp { listener in
            let (peer, _) = try listener.acceptViewer()
            // 30 MB: far more than the buffer and what both kernels hold.
            var sent = 0
            var signs = 0
            while signs < 9 {
                sent += try peer.sendUntilFull(Array(stream[sent...]))
                // The first few questions for the clock, then one each second, for longer than a silent app would have been
                // given.
                _ = try peer.readLine()
                signs += 1
            }
            #expect(sent < stream.count, "the viewer read all of it")
            paused.signal()
            try peer.send(Array(stream[sent...]))
            full.signal()
            try peer.waitForEnd()
        }
        do {
            var events = EventReader(LogConnection.quick(to: app, options: Self.everySecond))
            try await events.read(until: "record 1")
            #expect(await paused.wait())
            try await events.read(until: "record 3000")
            #expect(events.story == ["connecting", "connected \(someBoot)"] + (1...3000).map { "record \($0)" })
            #expect(await full.wait())
        }
        try await app.finish()
    }

    @Test func `An app that falls silent is left after three heartbeats and a second`() async throws {
        let app = try FakeApp { listener in
            let (peer, _) = try listener.acceptViewer()
            let start = ContinuousClock.now
            try peer.send([hello()])
            for _ in 0..<5 { #expect(try peer.readLine().hasPrefix("ping ")) }
            try peer.waitForEnd()
            #expect(ContinuousClock.now - start >= .seconds(4))
        }
        var events = EventReader(LogConnection.quick(to: app, options: Self.everySecond))
        #expect(try await events.nextTrouble().reason.code == .silent)
        try await app.finish()
    }

    @Test func `Cancelling the task ends the stream and closes the connection`() async throws {
        let connected = ChangeSignal()
        let app = try FakeApp { listener in
            let (peer, _) = try listener.acceptViewer()
            try peer.send([hello()])
            connected.signal()
            try peer.waitForEnd()
        }
        let task = Task {
            var last = ""
            for await event in LogConnection.quick(to: app) { last = "\(event)" }
            return last
        }
        #expect(await connected.wait())
        task.cancel()
        _ = await task.value
        try await app.finish()
    }

    @Test func `A connection that is waiting, connecting or unused ends when it is dropped`() async throws {
        let app = try FakeApp { listener in
            // The backlog takes the connection; nobody reads the hello line until the viewer has gone.
            let peer = try listener.accept()
            try peer.waitForEnd()
        }
        do {
            var events = EventReader(LogConnection.quick(to: app))
            _ = try await events.next()
        }
        try await app.finish()
        let unused = try FakeListener().address
        do {
            var events = EventReader(LogConnection(host: "127.0.0.1", port: unused.port))
            _ = try await events.nextTrouble()
        }
        _ = LogConnection(host: "127.0.0.1", port: unused.port).makeAsyncIterator()
    }

    @Test func `Two hundred connections leave no thread and no descriptor behind`() async throws {
        // In a process of its own nothing else opens and closes anything meanwhile.
        await #expect(processExitsWith: .success) {
            let rounds = 200
            let app = try FakeApp { listener in
                for _ in 0..<rounds {
                    let (peer, _) = try listener.acceptViewer()
                    try peer.send([hello(), record(1)])
                    try peer.waitForEnd()
                }
            }
            var before = 0
            for round in 0..<rounds {
                var events = EventReader(LogConnection.quick(to: app))
                try await events.read(until: "record 1")
                if round == 10 { before = try openDescriptors() }
            }
            try await app.finish()
            while try viewerThreads() > 0 { try await Task.sleep(for: .milliseconds(5)) }
            #expect(try openDescriptors() <= before)
        }
    }
}

private func openDescriptors() throws -> Int {
    try FileManager.default.contentsOfDirectory(atPath: "/proc/self/fd").count
}

private func viewerThreads() throws -> Int {
    try FileManager.default.contentsOfDirectory(atPath: "/proc/self/task").count { thread in
        // A thread may have ended since the listing.
        let name = try? String(contentsOfFile: "/proc/self/task/\(thread)/comm", encoding: .utf8)
        return name == "zxkit-viewer\n"
    }
}
