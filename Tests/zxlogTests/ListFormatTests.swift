import Foundation
import Testing
import ZXKitLoggerReceiver

@testable import zxlog

@Suite struct ListFormatTests {
    @Test func `An app in JSON has every field`() throws {
        let bytes = ListFormat.json(service("checkout", addresses: ["192.0.2.1:4242", "[fd77::1]:4242"]))
        #expect(bytes.last == UInt8(ascii: "\n"))
        #expect(bytes.count { $0 == UInt8(ascii: "\n") } == 1)
        let object = try #require(try JSONSerialization.jsonObject(with: Data(bytes)) as? [String: Any])
        #expect(
            Set(object.keys)
                == [
                    "name", "instance", "host", "addresses", "port", "pid", "id", "boot", "version", "access",
                    "encodings",
                ])
        #expect(object["name"] as? String == "checkout")
        #expect(object["instance"] as? String == "checkout-host-1")
        #expect(object["host"] as? String == "host")
        #expect(object["addresses"] as? [String] == ["192.0.2.1", "fd77::1"])
        #expect(object["port"] as? Int == 4242)
        #expect(object["pid"] as? Int == 77)
        #expect(object["id"] as? String == "00000000000000aa")
        #expect(object["boot"] as? String == "b1")
        #expect(object["version"] as? Int == 1)
        #expect(object["access"] as? String == "open")
        #expect(object["encodings"] as? [String] == ["cbor", "json", "text"])
    }

    @Test(arguments: [ListFormat.Change.found, .changed, .removed])
    func `A change is the event of its object`(change: ListFormat.Change) throws {
        let bytes = ListFormat.json(service("checkout"), change)
        let object = try #require(try JSONSerialization.jsonObject(with: Data(bytes)) as? [String: Any])
        #expect(object["event"] as? String == change.rawValue)
    }

    @Test func `An ancestor's app has nulls for what it does not tell`() throws {
        let bytes = ListFormat.json(service("old", isAncestor: true))
        let object = try #require(try JSONSerialization.jsonObject(with: Data(bytes)) as? [String: Any])
        for key in ["pid", "id", "boot", "version", "access"] {
            #expect(object[key] is NSNull, "\(key)")
        }
    }

    @Test func `The table has a row for each app under aligned headings`() {
        let apps = [service("checkout"), service("a", instance: "a", isAncestor: true)]
        let table = String(decoding: ListFormat.table(apps), as: UTF8.self)
        #expect(
            table == """
                NAME      HOST  PID  ID                VERSION   ADDRESSES
                checkout  host  77   00000000000000aa  1         192.0.2.1:4242
                a         host  -    -                 ancestor  192.0.2.1:4242

                """)
    }

    @Test func `A name can't forge a row`() {
        let table = String(decoding: ListFormat.table([service("a\nb\u{1B}c")]), as: UTF8.self)
        #expect(table.count { $0.isNewline } == 2)
        #expect(!table.contains("\u{1B}"))
    }

    @Test func `A watched change begins with its word`() {
        let line = String(decoding: ListFormat.line(service("checkout"), .removed), as: UTF8.self)
        #expect(line == "removed  checkout  host  77  00000000000000aa  1  192.0.2.1:4242\n")
    }
}
