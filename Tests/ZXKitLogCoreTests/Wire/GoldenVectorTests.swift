import Foundation
import Testing
import ZXKitLogCore

/// The checked-in bytes and what they mean, which an independent decoder is tested with too (`Tests/Vectors`).
@Suite struct GoldenVectorTests {
    struct Vector: Sendable, CustomTestStringConvertible {
        let name: String
        let bytes: [UInt8]
        /// The item as a line of JSON.
        let item: String
        let error: String

        var testDescription: String { name }
    }

    private static func vectors(_ file: String) -> [Vector] {
        let url = URL(filePath: #filePath).appending(path: "../../../Vectors/\(file)").standardized
        guard let data = try? Data(contentsOf: url),
            let objects = try? JSONSerialization.jsonObject(with: data) as? [[String: Any]]
        else { return [] }
        return objects.map { object in
            let item = (object["item"] as? [String: Any]).flatMap { try? canonical($0) } ?? ""
            return Vector(
                name: object["name"] as? String ?? "", bytes: bytes(object["hex"] as? String ?? ""), item: item,
                error: object["error"] as? String ?? "")
        }
    }

    /// Nothing for a text that isn't pairs of digits, which then is no vector that holds.
    private static func bytes(_ hex: String) -> [UInt8] {
        let digits = Array(hex)
        guard digits.count.isMultiple(of: 2) else { return [] }
        let bytes = stride(from: 0, to: digits.count, by: 2).map { UInt8(String(digits[$0...$0 + 1]), radix: 16) }
        return bytes.contains(nil) ? [] : bytes.compactMap { $0 }
    }

    private static func canonical(_ object: Any) throws -> String {
        String(decoding: try JSONSerialization.data(withJSONObject: object, options: .sortedKeys), as: UTF8.self)
    }

    @Test func `There is a vector for every kind of item, reason of a gap, code of a refusal and error`() throws {
        let items = Self.vectors("items.json")
        let text = items.map(\.item).joined()
        for kind in ["hello", "record", "gap", "heartbeat", "bye", "error"] {
            #expect(text.contains(#""kind":"\#(kind)""#))
        }
        let reasons: [LogGap.Reason] = [.overrun, .expired, .overflow, .level, .restarted]
        for reason in reasons.map(\.rawValue) {
            #expect(text.contains(#""reason":"\#(reason)""#))
        }
        let codes: [WireRefusal.Code] = [
            .badRequest, .unsupportedVersion, .unsupportedEncoding, .unauthorized, .busy, .timeout, .wrongApp, .tooSlow,
            .shutdown,
        ]
        for code in codes.map(\.rawValue) {
            #expect(text.contains(#""code":"\#(code)""#))
        }
        let errors = Set(Self.vectors("errors.json").map(\.error))
        #expect(errors == ["emptyFrame", "frameTooLong", "malformed", "tooDeep", "unexpected"])
    }

    @Test(arguments: vectors("items.json"))
    func `The bytes are read as the item, and the item is written as the bytes`(_ vector: Vector) throws {
        let items = try Frames.decode([vector.bytes])
        #expect(items.count == 1)
        var line: [UInt8] = []
        for item in items {
            JSONLine.append(item, to: &line)
        }
        #expect(try Self.canonical(JSONSerialization.jsonObject(with: Data(line))) == vector.item)
        #expect(Frames.encode(items) == vector.bytes)
    }

    @Test(arguments: vectors("errors.json"))
    func `Bytes that are wrong are refused for the reason that they are wrong`(_ vector: Vector) {
        #expect { try Frames.decode([vector.bytes]) } throws: { error in
            (error as? WireError).map { "\($0.code)" } == vector.error
        }
    }
}
