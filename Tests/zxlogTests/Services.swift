import ZXKitLogCore
import ZXKitLogPOSIX
import ZXKitLoggerReceiver

/// An app as a browser would tell it.
func service(
    _ name: String, instance: String? = nil, application: String = "00000000000000aa", boot: String = "b1",
    addresses: [String] = ["192.0.2.1:4242"], isAncestor: Bool = false
) -> LogService {
    let instance = instance ?? "\(name)-host-1"
    return LogService(
        id: isAncestor ? .instance(name: instance) : .run(applicationID: application, boot: boot),
        advertisedAs: AdvertisedName(name: instance, type: "_zxkitlogger._tcp", domain: "local"), name: name,
        hostName: "host", addresses: addresses.compactMap(SocketAddress.parse).map { LogService.Address($0) },
        processID: isAncestor ? nil : 77,
        applicationID: isAncestor ? nil : application, boot: isAncestor ? nil : boot,
        protocolVersion: isAncestor ? nil : 1, encodings: isAncestor ? [] : ["cbor", "json", "text"],
        access: isAncestor ? nil : "open", text: [:])
}

func hello(name: String = "checkout", boot: String = "b1") -> LogHello {
    LogHello(
        id: "00000000000000aa", boot: boot, name: name, host: "host", processID: 77,
        time: LogTime(nanosecondsSince1970: 0), monotonic: 5, oldest: 1, next: 9, start: 1, level: .info, labels: [],
        maxFrame: 1_000)
}

func record(_ message: String, sequence: UInt64 = 1) -> LogRecord {
    LogRecord(
        sequence: sequence, time: LogTime(nanosecondsSince1970: 1_000), level: .info, label: "api", message: message)
}

let refused = ReceiverError(
    .connectFailed, doing: "connecting to 192.0.2.1:4242", cause: "Connection refused (ECONNREFUSED)", errorNumber: 111)
