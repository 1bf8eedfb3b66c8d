import Foundation
import Testing
import ZXKitLogCore
import ZXKitLogPOSIX
import ZXKitLoggerReceiver

@testable import zxlog

@Suite struct TailFormatTests {
    private static let source = TailSource(instance: "checkout-host-77", name: "checkout")

    private struct Line: Equatable {
        let stream: StandardStream
        let text: String

        static func output(_ text: String) -> Line { Line(stream: .output, text: text) }
        static func error(_ text: String) -> Line { Line(stream: .error, text: text) }
    }

    /// A format behind a reference: an expectation can't change a value.
    private final class Printer {
        private var format: any TailFormat

        init(_ format: any TailFormat) {
            self.format = format
        }

        func line(_ item: TailItem, source: TailSource? = source, namesSource: Bool = false) -> Line {
            var bytes: [UInt8] = []
            let stream = format.append(item, from: source, namesSource: namesSource, to: &bytes)
            return Line(stream: stream, text: String(decoding: bytes, as: UTF8.self))
        }
    }

    private let text = Printer(TextTailFormat(usesUTC: true, isColored: false))
    private let json = Printer(JSONTailFormat(clock: { 1_000_000_000 }))

    private func object(_ line: Line) throws -> [String: Any] {
        #expect(line.stream == .output)
        #expect(line.text.hasSuffix("\n"))
        let json = try JSONSerialization.jsonObject(with: Data(line.text.utf8))
        return try #require(json as? [String: Any])
    }

    // MARK: Text

    @Test func `A record goes to standard output, with its source only where there are several`() {
        let expected = "1970-01-01T00:00:00.000001Z INFO     api: ready\n"
        #expect(text.line(.event(.record(record("ready")))) == .output(expected))
        #expect(
            text.line(.event(.record(record("ready"))), namesSource: true) == .output("checkout-host-77 | \(expected)"))
    }

    @Test func `Neither a message nor a name can forge a line`() {
        let evil = TailSource(instance: "a\nb\u{1B}[2J", name: "a\nb\u{1B}[2J")
        for item in [
            TailItem.event(.record(record("x\ny"))), .gone, .event(.state(.waiting(reason: refused, retryIn: .zero))),
        ] {
            let line = text.line(item, source: evil, namesSource: true).text
            #expect(line.count { $0.isNewline } == 1)
            #expect(!line.contains("\u{1B}"))
        }
    }

    @Test func `A connection's states are told on standard error`() {
        let address = "10.77.0.1:4242"
        #expect(
            text.line(.event(.state(.connecting(to: address))))
                == .error("-- connecting to checkout at 10.77.0.1:4242 --\n"))
        #expect(
            text.line(.event(.state(.connected(hello()))))
                == .error("-- connected to checkout at 10.77.0.1:4242 --\n"))
        #expect(
            text.line(.event(.state(.waiting(reason: refused, retryIn: .seconds(2)))))
                == .error("-- waiting for checkout: connection refused (ECONNREFUSED); trying again in 2 s --\n"))
        #expect(text.line(.gone) == .error("-- checkout is gone; it is followed again when it comes back --\n"))
    }

    @Test func `A wait that goes on as before is told once`() {
        func wait(_ seconds: Int) -> TailItem {
            .event(.state(.waiting(reason: refused, retryIn: .seconds(seconds))))
        }
        #expect(text.line(wait(4)).text != "")
        #expect(text.line(wait(8)).text != "")
        #expect(text.line(.event(.state(.connecting(to: "a")))).text != "")
        #expect(text.line(wait(8)).text == "")
        #expect(text.line(.event(.state(.connecting(to: "a")))).text == "")
        _ = text.line(.event(.state(.connected(hello()))))
        #expect(text.line(wait(8)).text != "")
    }

    @Test func `After a goodbye it is no news that nobody listens, until the app was reached again`() {
        func wait(_ reason: ReceiverError) -> TailItem {
            .event(.state(.waiting(reason: reason, retryIn: .seconds(1))))
        }
        let goodbye = ReceiverError(.appEnded, doing: "watching", cause: "the app said goodbye: shutdown")
        let unreachable = ReceiverError(
            .connectFailed, doing: "connecting", cause: "No route to host (EHOSTUNREACH)", errorNumber: EHOSTUNREACH)
        #expect(
            text.line(wait(goodbye)).text
                == "-- waiting for checkout: the app said goodbye: shutdown; trying until it is back --\n")
        #expect(text.line(wait(refused)).text == "")
        #expect(text.line(wait(unreachable)).text != "")
        #expect(text.line(wait(refused)).text == "")
        _ = text.line(.event(.state(.connected(hello()))))
        #expect(text.line(wait(refused)).text != "")
    }

    @Test func `In JSON every wait is told, after a goodbye too`() throws {
        let goodbye = ReceiverError(.appEnded, doing: "watching", cause: "the app said goodbye: shutdown")
        let codes = try [goodbye, refused, refused].map { reason in
            try object(json.line(.event(.state(.waiting(reason: reason, retryIn: .seconds(1))))))["code"] as? String
        }
        #expect(codes == ["appEnded", "connectFailed", "connectFailed"])
    }

    @Test func `A gap is told on standard error, with its source where there are several`() {
        let gap = LogGap(3...122, reason: .overrun, time: LogTime(nanosecondsSince1970: 0))
        #expect(text.line(.event(.gap(gap))) == .error("-- 120 records missing: too slow --\n"))
        #expect(
            text.line(.event(.gap(gap)), namesSource: true)
                == .error("-- checkout-host-77: 120 records missing: too slow --\n"))
    }

    @Test func `Hello and heartbeat print nothing in text`() {
        let heartbeat = LogHeartbeat(time: LogTime(nanosecondsSince1970: 0), monotonic: 1, next: 2, done: 2, sent: 1)
        #expect(text.line(.event(.hello(hello()))).text == "")
        #expect(text.line(.event(.heartbeat(heartbeat))).text == "")
    }

    @Test func `Trouble with discovery comes with what helps, and what goes on`() {
        let error = ReceiverError(
            .discoveryUnavailable, doing: "browse", cause: "no Avahi daemon is running", remedy: "start it")
        #expect(
            text.line(.unavailable(error), source: nil)
                == .error(
                    "-- can't look for apps: no Avahi daemon is running; start it; "
                        + "still looking; HOST:PORT works without it --\n"))
    }

    @Test func `A search that finds nothing says so`() {
        #expect(
            text.line(.notFound)
                == .error("-- nothing called checkout found yet; still looking; try zxlog list, or HOST:PORT --\n"))
        #expect(
            text.line(.notFound, source: nil)
                == .error("-- no app found yet; still looking; try zxlog list, or HOST:PORT --\n"))
    }

    @Test func `A name that may have been meant as an address says so when it is not found`() {
        #expect(
            text.line(.notFound, source: TailSource(instance: "foo:bar", name: "foo:bar"))
                == .error(
                    "-- nothing called foo:bar found yet (foo:bar is taken as a name, since bar is no port); "
                        + "still looking; try zxlog list, or HOST:PORT --\n"))
    }

    @Test func `Colour is there only when wanted`() {
        let colored = Printer(TextTailFormat(usesUTC: true, isColored: true))
        #expect(!text.line(.event(.record(record("x")))).text.contains("\u{1B}["))
        #expect(colored.line(.event(.record(record("x")))).text.contains("\u{1B}["))
    }

    // MARK: JSON

    @Test func `A record in JSON is the protocol's item with its source`() throws {
        let item = try object(json.line(.event(.record(record("ready \"now\"", sequence: 8)))))
        #expect(item["kind"] as? String == "record")
        #expect(item["seq"] as? Int == 8)
        #expect(item["message"] as? String == "ready \"now\"")
        #expect(item["source"] as? String == "checkout-host-77")
    }

    @Test func `A gap in JSON is an item on standard output`() throws {
        let gap = LogGap(range: nil, count: nil, reason: .restarted, time: LogTime(nanosecondsSince1970: 0))
        let item = try object(json.line(.event(.gap(gap))))
        #expect(item["kind"] as? String == "gap")
        #expect(item["reason"] as? String == "restarted")
        #expect(item["source"] as? String == "checkout-host-77")
    }

    @Test func `States in JSON say what, when, where and why`() throws {
        let connecting = try object(json.line(.event(.state(.connecting(to: "[::1]:80")))))
        #expect(connecting["kind"] as? String == "state")
        #expect(connecting["state"] as? String == "connecting")
        #expect(connecting["address"] as? String == "[::1]:80")
        #expect(connecting["time"] as? String == "1970-01-01T00:00:01.000000000Z")
        let waiting = try object(json.line(.event(.state(.waiting(reason: refused, retryIn: .milliseconds(250))))))
        #expect(waiting["state"] as? String == "waiting")
        #expect(waiting["reason"] as? String == "connecting to 192.0.2.1:4242: Connection refused (ECONNREFUSED)")
        #expect(waiting["code"] as? String == "connectFailed")
        #expect(waiting["retryIn"] as? Double == 0.25)
        #expect(waiting["source"] as? String == "checkout-host-77")
    }

    @Test func `The word of an app that refuses is in the state`() throws {
        let error = ReceiverError(.refused, doing: "watching", cause: "not from here", refusalCode: "unauthorized")
        let item = try object(json.line(.event(.state(.waiting(reason: error, retryIn: .seconds(1))))))
        #expect(item["code"] as? String == "unauthorized")
    }

    @Test func `A connection's hello follows its state as an item`() throws {
        let lines = json.line(.event(.state(.connected(hello())))).text
        let kinds = try lines.split(separator: "\n").map { try object(.output($0 + "\n"))["kind"] as? String }
        #expect(kinds == ["state", "hello"])
    }

    @Test func `What is about no source has a null source`() throws {
        let item = try object(json.line(.available, source: nil))
        #expect(item["state"] as? String == "available")
        #expect(item["source"] is NSNull)
    }
}
