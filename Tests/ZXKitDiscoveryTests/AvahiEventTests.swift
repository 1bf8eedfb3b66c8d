import CZXKitAvahi
import Testing
import ZXKitLogPOSIX

@testable import ZXKitDiscovery

/// How the shim's events become ours.
struct AvahiEventTests {
    @Test func `A link-local IPv6 address carries the interface it was heard on, others carry none`() throws {
        let linkLocal = try #require(resolved(address: [0xfe, 0x80] + zeros(13) + [1]))
        #expect(linkLocal.address == .v6(IPv6Bits(0xfe80 << 112 | 1), scope: 7))
        let uniqueLocal = try #require(resolved(address: [0xfd, 0x77] + zeros(13) + [1]))
        #expect(uniqueLocal.address == .v6(IPv6Bits(0xfd77 << 112 | 1), scope: 0))
        let v4 = try #require(resolved(address: [10, 0, 0, 1]))
        #expect(v4.address == .v4(0x0a00_0001))
    }

    @Test(
        arguments: [
            ([], []),
            ([0], []),
            ([1, 0x61, 2, 0x62, 0x63], [[0x61], [0x62, 0x63]]),
            ([1, 0x61, 0, 1, 0x62], [[0x61], [0x62]]),
            // The last string's length goes beyond the record's end: what is there is taken.
            ([1, 0x61, 9, 0x62], [[0x61], [0x62]]),
            ([255], []),
        ] as [([UInt8], [[UInt8]])])
    func `A TXT record is cut into its strings, a broken one too`(wire: [UInt8], strings: [[UInt8]]) throws {
        let resolution = try #require(resolved(address: [127, 0, 0, 1], text: wire))
        #expect(resolution.text == strings)
    }

    @Test func `A resolution without an address is none`() {
        #expect(resolved(address: []) == nil)
    }

    @Test func `Of the availability a publisher hears the troubles, and a resolver too`() {
        let noDaemon = event(.availability) { $0.availability = .noDaemon }
        let problem = DiscoveryProblem(code: .noDaemon, doing: "test")
        #expect(noDaemon == .availability(.unavailable(problem)))
        #expect(noDaemon.flatMap { PublicationEvent($0) } == .unavailable(problem))
        #expect(noDaemon.flatMap { BrowseEvent($0) } == .unavailable(problem))
        #expect(noDaemon.flatMap { ResolveEvent($0) } == .failed(problem))

        let running = event(.availability) { $0.availability = .running }
        #expect(running == .availability(.available))
        #expect(running.flatMap { PublicationEvent($0) } == nil)
        #expect(running.flatMap { BrowseEvent($0) } == .available)
        #expect(running.flatMap { ResolveEvent($0) } == nil)
    }

    @Test func `A service withdrawn while the host settles its name has no problem, one that lost the daemon has`() {
        #expect(event(.withdrawn) == .withdrawn(nil))
        let lost = event(.withdrawn) { $0.error = -23 }
        #expect(lost == .withdrawn(DiscoveryProblem(code: .noDaemon, errorNumber: -23, doing: "test")))
    }

    @Test func `A daemon that is set up not to publish says how to change that`() {
        guard case .refused(let problem)? = event(.refused, { $0.error = zxavahi_error_not_permitted }) else {
            Issue.record("not a refusal")
            return
        }
        #expect(problem.code == .notPermitted)
        #expect(problem.remedy?.contains("avahi-daemon.conf") == true)
    }

    private func event(_ kind: ZXAvahiEventKind, _ change: (inout ZXAvahiEvent) -> Void = { _ in }) -> AvahiEvent? {
        var event = ZXAvahiEvent()
        event.kind = kind
        change(&event)
        return AvahiEvent(copying: event, doing: "test")
    }

    private func resolved(address: [UInt8], text: [UInt8] = []) -> ServiceResolution? {
        text.withUnsafeBufferPointer { text in
            let event = event(.resolved) { event in
                event.interface = 7
                event.address_length = UInt8(address.count)
                withUnsafeMutableBytes(of: &event.address) { $0.copyBytes(from: address) }
                event.text = text.baseAddress
                event.text_length = text.count
            }
            guard case .resolved(let resolution)? = event else { return nil }
            return resolution
        }
    }

    private func zeros(_ count: Int) -> [UInt8] {
        [UInt8](repeating: 0, count: count)
    }
}
