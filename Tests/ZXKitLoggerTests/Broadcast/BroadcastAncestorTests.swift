import Testing
import ZXKitLogCore

@testable import ZXKitLogger

/// Viewers that speak as those of the protocol's ancestors do.
@Suite struct BroadcastAncestorTests {
    /// What such a viewer makes of its stream: the contents of the records, found by their headers.
    private static func contents(_ viewer: RawViewer) -> [String] {
        viewer.text.split(separator: /[01248]\|File: [^|]* -- Line: \d+ -- Function:[^|]* ----\|-?\d+\.\d{6}\|/)
            .map(String.init)
    }

    private static func isOwn(_ content: String) -> Bool { content.hasPrefix("broadcast test can be watched at ") }

    /// A broadcast that has said where it can be watched.
    private static func broadcasting(
        limits: BroadcastLimits = BroadcastLimits(), options: LogSystemOptions = LogSystemOptions()
    ) async throws -> Broadcasting {
        let app = try Broadcasting(limits: limits, options: options)
        await eventually { app.system.status.next > 1 }
        return app
    }

    @Test(arguments: ["ZXKitLogger_tcp_auth", "DDLoggerSwift_tcp_auth"])
    func `A viewer that takes one read for one record gets the past and the present, one send each`(
        _ request: String
    ) async throws {
        let app = try Broadcasting(levels: LogLevels(.debug), options: .blocking)
        let messages = ["plain", "with | and || bars", "🙂", "two\nlines"] + (0..<40).map { "number \($0)" }
        for message in messages {
            app.log.info("\(message)")
            app.log.debug("not for them")
        }
        await app.system.flush(deadline: .seconds(30))
        let begin = ContinuousClock.now
        let viewer = try await RawViewer(port: app.port(), sending: request)
        try await viewer.read { $0.text.contains("|number 39") }
        app.log.info("")
        app.log.warning("live")
        try await viewer.read { $0.text.contains("|live") }
        // Each but the last is followed by time in which the viewer can read it.
        #expect(ContinuousClock.now - begin >= .milliseconds(3 * messages.count))
        #expect(Self.contents(viewer).filter { !Self.isOwn($0) } == messages + [" ", "live"])
        let status = try #require(app.status.viewers.first)
        #expect(status.level == .info && status.sent >= messages.count + 2 && status.missed == 0)
        // Their sign of life.
        try await viewer.send("h")
        app.log.error("after")
        try await viewer.read { $0.text.contains("|after") }
    }

    @Test func `What such a viewer can't keep pace with is told in a record`() async throws {
        var options = LogSystemOptions.blocking
        options.journalCapacity = Journal.minimumCapacity
        let app = try await Self.broadcasting(options: options)
        let viewer = try await RawViewer(port: app.port(), sending: "ZXKitLogger_tcp_auth")
        app.log.info("first")
        try await viewer.read { $0.text.contains("|first") }
        let count = 20_000
        for number in 1...count {
            app.log.info("number \(number).")
        }
        app.log.info("last")
        try await viewer.read { $0.text.contains("|last") }
        let told = Self.contents(viewer).compactMap { $0.wholeMatch(of: /(\d+) records? missing: too slow/) }
        let missed = told.compactMap { Int($0.1) }.reduce(0, +)
        let received = Self.contents(viewer).count - told.count
        #expect(missed > 0 && received + missed == Int(app.system.status.next) - 1)
        #expect(app.status.viewers.first?.missed == UInt64(missed))
    }

    @Test(arguments: ["h", "\n", ""])
    func `A viewer that says nothing but a sign of life gets lines from now on`(_ sign: String) async throws {
        let app = try await Self.broadcasting()
        app.log.info("past")
        await app.system.flush(deadline: .seconds(30))
        let viewer = try await RawViewer(port: app.port(), sending: sign)
        await eventually { app.status.viewers.count == 1 }
        app.log.info("one|two\nthree")
        app.log.error("")
        try await viewer.read { $0.lines.count == 2 }
        #expect(viewer.lines[0].hasPrefix("1|File: BroadcastAncestorTests.swift -- Line: "))
        #expect(viewer.lines[0].hasSuffix("|one|two\\nthree"))
        #expect(viewer.lines[1].hasPrefix("4|"))
        try await viewer.send("h\r\n")
        app.log.info("more")
        try await viewer.read { $0.lines.count == 3 }
        // It has chosen.
        try await viewer.send("ZXLOG/1 json\n")
        try await viewer.readToEnd()
        #expect(viewer.lines.count == 3)
    }

    @Test func `Until something was sent, what comes still decides`() async throws {
        let app = try await Self.broadcasting()
        let viewer = try await RawViewer(port: app.port(), sending: "h")
        await eventually { app.status.viewers.count == 1 }
        try await viewer.send("h\nZXLOG/1 json label=app name=late\n")
        try await viewer.read { try $0.objects().count == 1 }
        #expect(try viewer.objects().first?["kind"] as? String == "hello")
        #expect(app.status.viewers.map(\.name) == ["late"])
        let other = try await RawViewer(port: app.port(), sending: "h")
        await eventually { app.status.viewers.count == 2 }
        try await other.send("what is this?\n")
        try await other.readToEnd()
        #expect(other.text.hasPrefix("ZXLOG/1 error bad-request "))
        await eventually { app.status.viewers.count == 1 }
    }

    @Test func `A viewer that never said what it wants makes room for one that does`() async throws {
        var limits = BroadcastLimits()
        limits.viewers = 1
        let app = try await Self.broadcasting(limits: limits)
        let silent = try await RawViewer(port: app.port(), sending: "h")
        await eventually { app.status.viewers.count == 1 }
        let viewer = try await RawViewer(port: app.port(), sending: "ZXLOG/1 cbor label=app\n")
        try await viewer.read { try $0.items().hello != nil }
        try await silent.readToEnd()
        #expect(app.status.viewers.count == 1)
    }

    @Test func `Only a viewer that has a clock is taken for dead when it falls silent`() {
        var pulse = AncestorPulse()
        pulse.note(signs: Array("\r\n\n".utf8))
        pulse.note(signs: Array("h".utf8))
        #expect(pulse.silenceEnd == nil)
        pulse.note(signs: Array("h".utf8))
        pulse.hear()
        let left = pulse.silenceEnd?.remaining ?? .zero
        #expect(left > .zero && left <= .seconds(20))
        #expect(!pulse.isSilent)
    }
}
