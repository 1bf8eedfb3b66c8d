import ZXKitLogCore

let someBoot = "00000000000000b1"
let otherBoot = "00000000000000b2"
let someApp = "00000000000000aa"

func hello(
    boot: String = someBoot, oldest: UInt64 = 1, next: UInt64 = 1, start: UInt64 = 1, version: Int = 1
) -> WireItem {
    .hello(
        LogHello(
            version: version, id: someApp, boot: boot, name: "checkout", host: "web1", processID: 7,
            time: LogTime(nanosecondsSince1970: 1), monotonic: 1, oldest: oldest, next: next, start: start,
            level: .info, labels: [], maxFrame: WireLimits.frame))
}

func record(_ sequence: UInt64, message: String? = nil) -> WireItem {
    .record(
        LogRecord(
            sequence: sequence, time: LogTime(nanosecondsSince1970: Int64(clamping: sequence)), level: .info,
            label: "api",
            message: message ?? "message \(sequence)", metadata: ["n": "\(sequence)"]))
}

func records(_ sequences: ClosedRange<UInt64>) -> [WireItem] {
    sequences.map { record($0) }
}

func gap(_ range: ClosedRange<UInt64>?, _ reason: LogGap.Reason) -> WireItem {
    .gap(
        LogGap(
            range: range, count: range.map { $0.upperBound - $0.lowerBound + 1 }, reason: reason,
            time: LogTime(nanosecondsSince1970: 1)))
}

func heartbeat(next: UInt64, done: UInt64) -> WireItem {
    .heartbeat(
        LogHeartbeat(time: LogTime(nanosecondsSince1970: 1), monotonic: 1, next: next, done: done, sent: 0))
}

func frames(_ items: [WireItem]) -> [UInt8] {
    var bytes: [UInt8] = []
    for item in items { FrameWriter.append(item, to: &bytes) }
    return bytes
}
