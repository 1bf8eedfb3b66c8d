import Foundation
import Glibc
import Synchronization
import ZXKitLogPOSIX
import ZXKitLogger

/// A user's sink that stands still whenever its gate is shut.
final class GatedSink: LogSink {
    private let isShut = Atomic(false)
    private let seen = Lock<[LogItem]>([])

    var items: [LogItem] { seen.withLock { $0 } }

    func set(shut: Bool) {
        isShut.store(shut, ordering: .releasing)
    }

    func open() -> LogDelivery {
        .batches { [self] batch in
            for item in batch {
                while isShut.load(ordering: .acquiring) {
                    _ = poll(nil, 0, 1)
                }
                seen.withLock { $0.append(item) }
            }
        }
    }
}

/// Reads a file of JSON lines back.
enum JSONLinesFile {
    struct Malformed: Error {
        let line: String
    }

    static func items(at url: URL) throws -> [LogItem] {
        try Data(contentsOf: url).split(separator: UInt8(ascii: "\n")).map { line in
            guard let object = try JSONSerialization.jsonObject(with: line) as? [String: Any],
                let item = item(object)
            else { throw Malformed(line: String(decoding: line.prefix(500), as: UTF8.self)) }
            return item
        }
    }

    private static func item(_ object: [String: Any]) -> LogItem? {
        switch object["kind"] as? String {
        case "record": record(object).map { .record($0) }
        case "gap": gap(object).map { .gap($0) }
        default: nil
        }
    }

    private static func record(_ object: [String: Any]) -> LogRecord? {
        guard let sequence = (object["seq"] as? NSNumber)?.uint64Value, let level = object["level"] as? String,
            let label = object["label"] as? String, let message = object["message"] as? String
        else { return nil }
        return LogRecord(
            sequence: sequence, time: LogTime(nanosecondsSince1970: 0),
            level: LogLevel.allCases.first { "\($0)" == level } ?? .trace, label: label, message: message,
            metadata: (object["metadata"] as? [String: Any]).map(metadata) ?? [:],
            originalSize: (object["cut"] as? NSNumber)?.intValue)
    }

    private static func gap(_ object: [String: Any]) -> LogGap? {
        guard let first = (object["first"] as? NSNumber)?.uint64Value, let reason = object["reason"] as? String,
            let last = (object["last"] as? NSNumber)?.uint64Value, first <= last
        else { return nil }
        return LogGap(
            first...last, reason: LogGap.Reason(rawValue: reason), time: LogTime(nanosecondsSince1970: 0))
    }

    private static func metadata(_ object: [String: Any]) -> LogMetadata {
        var metadata = LogMetadata()
        for (key, value) in object {
            metadata[key] = self.value(value)
        }
        return metadata
    }

    private static func value(_ value: Any) -> LogMetadata.Value {
        if let list = value as? [Any] { return .array(list.map(self.value)) }
        if let map = value as? [String: Any] { return .map(metadata(map)) }
        return .text(value as? String ?? "\(value)")
    }
}
