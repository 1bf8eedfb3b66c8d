import CZXKitAvahi
import Foundation
import Testing
import ZXKitDiscovery

/// Discovery where no bus is. Each test runs in a process of its own: libdbus reads the bus's address once per process.
struct WithoutBusTests {
    @Test func `Without a bus every operation is told so, and what helps`() async {
        await #expect(processExitsWith: .success) {
            hideBus()
            let discovery = AvahiDiscovery()
            let published = EventLog<PublicationEvent>()
            let browsed = EventLog<BrowseEvent>()
            let resolved = EventLog<ResolveEvent>()
            let instance = ServiceInstance(
                name: "shop", type: "_test._tcp", domain: "local", interface: 1, protocol: .ipv4)
            let operations = [
                discovery.publish(ServiceAdvertisement(name: "shop", type: "_test._tcp", port: 1)) {
                    published.record($0)
                },
                discovery.browse(type: "_test._tcp") { browsed.record($0) },
                discovery.resolve(instance) { resolved.record($0) },
            ]
            let problem = published.first { if case .unavailable(let problem) = $0 { problem } else { nil } }
            #expect(problem?.code == .noBus)
            #expect(problem?.description.contains("system_bus_socket") == true)
            #expect(problem?.description.hasPrefix("can't publish shop: ") == true)
            #expect(browsed.sees { if case .unavailable(let problem) = $0 { problem.code == .noBus } else { false } })
            #expect(resolved.sees { if case .failed(let problem) = $0 { problem.code == .noBus } else { false } })
            // Told once, although it is tried again every quarter of a second at first.
            #expect(!published.sees(from: 1, within: 1) { _ in true })
            for operation in operations { operation.cancel() }
        }
    }

    @Test func `A name or text that can't be published is refused, and told once`() async {
        await #expect(processExitsWith: .success) {
            hideBus()
            let discovery = AvahiDiscovery()
            let tooMuch = [[UInt8]](repeating: [UInt8](repeating: 0x61, count: 255), count: 6)
            let cases: [(String, [[UInt8]], DiscoveryProblem.Code)] = [
                ("", [], .invalidName),
                ("a\0b", [], .invalidName),
                ("shop", [[UInt8](repeating: 0x61, count: 256)], .invalidText),
                ("shop", tooMuch, .invalidText),
            ]
            for (name, text, code) in cases {
                let log = EventLog<PublicationEvent>()
                let advertisement = ServiceAdvertisement(name: name, type: "_test._tcp", port: 1, text: text)
                let operation = discovery.publish(advertisement) { log.record($0) }
                let problem = log.first { if case .failed(let problem) = $0 { problem } else { nil } }
                #expect(problem?.code == code)
                operation.cancel()
                #expect(log.events.count == 1)
            }
        }
    }

    @Test func `The shim refuses what is not UTF-8, and nothing else`() async {
        await #expect(processExitsWith: .success) {
            hideBus()
            let good: [[UInt8]] = [
                "x", "é", "\u{7ff}", "\u{800}", "\u{d7ff}", "\u{e000}", "\u{ffff}", "🙂", "\u{10ffff}",
            ]
            .map { (text: String) in Array(text.utf8) }
            let bad: [[UInt8]] = [
                [0x80], [0xc3], [0xc3, 0x28], [0xc0, 0xaf], [0xc1, 0xbf], [0xe0, 0x9f, 0xbf], [0xed, 0xa0, 0x80],
                [0xe2, 0x82], [0xe2, 0x28, 0xa1], [0xf0, 0x8f, 0xbf, 0xbf], [0xf0, 0x9f, 0x99],
                [0xf4, 0x90, 0x80, 0x80],
                [0xf5, 0x80, 0x80, 0x80], [0xff], [0x61, 0], [0x61, 0xfe, 0x62],
            ]
            for bytes in good { #expect(firstEvent(publishing: bytes) == .availability, "\(bytes)") }
            for bytes in bad { #expect(firstEvent(publishing: bytes) == .refused, "\(bytes)") }
        }
    }

    @Test func `Operations that are cancelled at once leave nothing behind`() async {
        await #expect(processExitsWith: .success) {
            hideBus()
            let discovery = AvahiDiscovery()
            let rounds = 200
            let before = openDescriptors()
            for _ in 0..<rounds {
                let operation = discovery.browse(type: "_test._tcp") { _ in }
                operation.cancel()
            }
            #expect(shimThreadsEnd())
            // Not "no more than before": the runtime opens a few of its own when it likes.
            #expect(openDescriptors() < before + rounds / 4)
        }
    }
}

private func hideBus() {
    setenv("DBUS_SYSTEM_BUS_ADDRESS", "unix:path=/nonexistent/bus", 1)
}

/// Publishes straight through the shim, past Swift's strings, which are UTF-8 always.
private func firstEvent(publishing name: [UInt8]) -> ZXAvahiEventKind? {
    guard let context = zxavahi_context_start() else { return nil }
    defer { zxavahi_context_stop(context) }
    let log = EventLog<ZXAvahiEventKind>()
    let listener = ZXAvahiListener(
        callback: { event, log in
            guard let log else { return }
            Unmanaged<EventLog<ZXAvahiEventKind>>.fromOpaque(log).takeUnretainedValue().record(event.pointee.kind)
        },
        release: { log in
            guard let log else { return }
            Unmanaged<EventLog<ZXAvahiEventKind>>.fromOpaque(log).release()
        },
        user_data: Unmanaged.passRetained(log).toOpaque())
    let type = Array("_test._tcp".utf8)
    let operation = name.withUnsafeBytes { name in
        type.withUnsafeBytes { type in
            let service = ZXAvahiServiceName(
                name: ZXAvahiText(bytes: name.bindMemory(to: CChar.self).baseAddress, length: name.count),
                type: ZXAvahiText(bytes: type.bindMemory(to: CChar.self).baseAddress, length: type.count),
                domain: ZXAvahiText(bytes: nil, length: 0))
            return zxavahi_publish(context, service, 1, ZXAvahiTextRecord(), ZXAVAHI_ANY_INTERFACE, listener)
        }
    }
    guard operation != nil else { return nil }
    return log.first { $0 }
}
