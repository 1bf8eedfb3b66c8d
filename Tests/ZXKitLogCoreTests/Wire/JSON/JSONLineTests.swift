import Foundation
import Testing
import ZXKitLogCore

struct JSONLineTests {
    private static let fields: [String: [String]] = [
        "hello": [
            "version", "id", "boot", "name", "host", "pid", "time", "monotonic", "oldest", "next", "start", "level",
            "labels", "maxFrame",
        ],
        "record": [
            "seq", "time", "level", "label", "message", "metadata", "file", "function", "line", "thread", "cut",
        ],
        "gap": ["first", "last", "count", "reason", "time"],
        "heartbeat": ["time", "monotonic", "next", "done", "sent", "token"],
        "bye": ["reason"],
        "error": ["code", "explanation"],
    ]

    @Test(arguments: Samples.items)
    func `An item is one line with its kind first and all fields in the protocol's order`(item: WireItem) throws {
        let line = Lines.json(item)
        let kind = try #require(try Lines.object(line)["kind"] as? String)
        #expect(Lines.keys(line) == ["kind"] + (try #require(Self.fields[kind])))
        #expect(line.utf8.allSatisfy { $0 >= 0x20 && $0 != 0x7F })
    }

    @Test func `A record's values read back`() throws {
        let object = try Lines.object(Lines.json(.record(Samples.record)))
        #expect(object["kind"] as? String == "record")
        #expect(object["seq"] as? UInt64 == 7)
        #expect(object["time"] as? String == "2026-11-30T19:22:08.123456789Z")
        #expect(object["level"] as? String == "info")
        #expect(object["label"] as? String == "checkout.api")
        #expect(object["message"] as? String == "order 7 accepted")
        let metadata = try #require(object["metadata"] as? [String: Any])
        #expect(metadata["user"] as? String == "ada")
        #expect(metadata["cart"] as? [String] == ["a", "b"])
        #expect(metadata["origin"] as? [String: String] == ["ip": "192.0.2.7"])
        #expect(object["file"] as? String == "Checkout/API.swift")
        #expect(object["function"] as? String == "accept(_:)")
        #expect(object["line"] as? Int == 42)
        #expect(object["thread"] as? Int == 4_243)
        #expect(object["cut"] is NSNull)
    }

    @Test func `Metadata keeps its order`() {
        #expect(Lines.json(.record(Samples.record)).contains(#""metadata":{"user":"ada","cart":["a","b"],"origin":{"#))
    }

    @Test func `What has no value is null`() throws {
        let record = try Lines.object(Lines.json(.record(Samples.emptyRecord)))
        for key in ["metadata", "file", "function", "line", "thread", "cut"] {
            #expect(record[key] is NSNull, "\(key)")
        }
        let time = LogTime(nanosecondsSince1970: 0)
        let gap = LogGap(range: nil, count: nil, reason: .restarted, time: time)
        for key in ["first", "last", "count"] {
            #expect(try Lines.object(Lines.json(.gap(gap)))[key] is NSNull, "\(key)")
        }
        let heartbeat = LogHeartbeat(time: time, monotonic: 0, next: 1, done: 1, sent: 0)
        #expect(try Lines.object(Lines.json(.heartbeat(heartbeat)))["token"] is NSNull)
    }

    @Test func `Extremes read back, text scalar for scalar`() throws {
        let object = try Lines.object(Lines.json(.record(Samples.extremeRecord)))
        #expect((object["seq"] as? NSNumber)?.uint64Value == .max)
        #expect(object["line"] as? Int == .max)
        #expect(object["thread"] as? Int == .min)
        #expect(object["time"] as? String == "1677-09-21T00:12:43.145224192Z")
        let message = try #require(object["message"] as? String)
        #expect(Array(message.utf8) == Array(Samples.extremeRecord.message.utf8))
    }

    @Test func `Each other kind has exactly this line`() {
        #expect(
            Lines.json(.hello(Samples.hello)) == #"{"kind":"hello","version":1,"id":"0123456789abcdef","#
                + #""boot":"fedcba9876543210","name":"checkout","host":"web-1","pid":4242,"#
                + #""time":"2026-11-30T19:22:08.123456789Z","monotonic":77,"oldest":3,"next":9,"start":4,"#
                + #""level":"debug","labels":["checkout.api","db"],"maxFrame":1179648}"#)
        let gap = LogGap(1...120, reason: .overrun, time: LogTime(nanosecondsSince1970: 5))
        #expect(
            Lines.json(.gap(gap)) == #"{"kind":"gap","first":1,"last":120,"count":120,"reason":"overrun","#
                + #""time":"1970-01-01T00:00:00.000000005Z"}"#)
        #expect(
            Lines.json(.heartbeat(Samples.heartbeat))
                == #"{"kind":"heartbeat","time":"1969-12-31T23:59:59.999999999Z","monotonic":18446744073709551615,"#
                + #""next":18446744073709551615,"done":0,"sent":1,"token":"t 🏓"}"#)
        #expect(Lines.json(.bye(reason: "shutdown")) == #"{"kind":"bye","reason":"shutdown"}"#)
        #expect(Lines.json(.error(WireRefusal(.busy, "64"))) == #"{"kind":"error","code":"busy","explanation":"64"}"#)
    }

    @Test func `A source is the last field, and an unknown kind appends nothing`() {
        #expect(Lines.json(.bye(reason: "x"), source: "a\"b") == #"{"kind":"bye","reason":"x","source":"a\"b"}"#)
        #expect(Lines.json(.unknown(kind: 9)) == "")
    }

    @Test func `Fields of an object that is no item are written in the same manner`() {
        var bytes = Array("before ".utf8)
        JSONLine.append(kind: "state", fields: [("state", "lost"), ("reason", nil)], to: &bytes)
        #expect(String(decoding: bytes, as: UTF8.self) == #"before {"kind":"state","state":"lost","reason":null}"#)
    }

    @Test func `The format for sinks writes the wire's line and a line feed behind what is there`() {
        var bytes = Array("x\n".utf8)
        JSONLinesFormat().append(.record(Samples.record), to: &bytes)
        let gap = LogGap(1...2, reason: .overflow, time: LogTime(nanosecondsSince1970: 0))
        JSONLinesFormat().append(.gap(gap), to: &bytes)
        let wanted = "x\n" + Lines.json(.record(Samples.record)) + "\n" + Lines.json(.gap(gap)) + "\n"
        #expect(String(decoding: bytes, as: UTF8.self) == wanted)
    }

    @Test func `Random items are valid JSON with the kind first`() throws {
        var random = RandomItems(generator: SeededGenerator(for: "JSON lines"))
        for _ in 0..<2_000 {
            let line = Lines.json(random.item())
            let object = try Lines.object(line)
            #expect(line.hasPrefix("{\"kind\":\""), "seed \(random.generator.seed)")
            #expect(object.count == Lines.keys(line).count, "seed \(random.generator.seed)")
        }
    }
}
