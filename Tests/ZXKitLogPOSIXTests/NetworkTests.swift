import Glibc
import Testing
import ZXKitLogPOSIX

@Suite struct IPAddressTests {
    @Test(arguments: [
        ("127.0.0.1", IPAddress.v4(0x7F00_0001)),
        ("192.0.2.255", .v4(0xC000_02FF)),
        ("::", .v6(0, scope: 0)),
        ("::1", .v6(1, scope: 0)),
        ("2001:db8::a:1", .v6(0x2001_0DB8_0000_0000_0000_0000_000A_0001, scope: 0)),
        ("::ffff:192.0.2.1", .v6(0xFFFF_C000_0201, scope: 0)),
        ("fe80::1%lo", .v6(0xFE80_0000_0000_0000_0000_0000_0000_0001, scope: 1)),
    ])
    func `An address reads as it is written, and writes as it is read`(text: String, address: IPAddress) {
        #expect(IPAddress.parse(text) == address)
        #expect(address.description == text)
    }

    @Test func `A scope may be a number, and is written as a number when no interface has it`() {
        #expect(IPAddress.parse("fe80::1%1") == IPAddress.parse("fe80::1%lo"))
        #expect(IPAddress.parse("fe80::1%4000000000")?.description == "fe80::1%4000000000")
    }

    @Test(arguments: [
        "", "1", "1.2.3", "1.2.3.256", "1.2.3.4 ", "01.2.3.4x", "::g", "fe80::1%", "fe80::1%0", "fe80::1%nosuch0",
        "fe80::1%99999999999", "127.0.0.1%lo", "localhost", "1.2.3.4\0", "[::1]",
    ])
    func `What is no address is refused`(text: String) {
        #expect(IPAddress.parse(text) == nil)
    }

    @Test(arguments: [
        ("127.8.9.1", true, false, false), ("::1", true, false, false), ("::ffff:127.0.0.1", true, false, false),
        ("126.255.255.255", false, false, false), ("128.0.0.1", false, false, false),
        ("169.254.0.1", false, true, false), ("fe80::1", false, true, false), ("febf::1", false, true, false),
        ("fec0::1", false, false, false), ("::ffff:169.254.1.1", false, true, false),
        ("fc00::1", false, false, true), ("fdff::1", false, false, true), ("fe00::1", false, false, false),
    ])
    func `Loopback, link-local and unique local addresses are known`(
        text: String, isLoopback: Bool, isLinkLocal: Bool, isUniqueLocal: Bool
    ) throws {
        let address = try #require(IPAddress.parse(text))
        #expect(address.isLoopback == isLoopback)
        #expect(address.isLinkLocal == isLinkLocal)
        #expect(address.isUniqueLocal == isUniqueLocal)
    }

    @Test func `Only an IPv4-mapped address is unmapped`() {
        #expect(IPAddress.parse("::ffff:192.0.2.1")?.unmapped == IPAddress.parse("192.0.2.1"))
        #expect(IPAddress.parse("::192.0.2.1")?.unmapped == IPAddress.parse("::192.0.2.1"))
        #expect(IPAddress.parse("1::ffff:192.0.2.1")?.unmapped.isV6 == true)
    }

    @Test(arguments: [
        ("10.1.2.3", "10.1.9.9", 16, true), ("10.1.2.3", "10.1.9.9", 24, false), ("10.1.2.3", "11.0.0.0", 0, true),
        ("10.1.2.3", "10.1.2.3", 32, true), ("10.1.2.3", "10.1.2.2", 32, false), ("10.1.2.3", "10.1.2.3", 33, false),
        ("10.1.2.3", "10.1.2.3", -1, false), ("2001:db8::1", "2001:db8::ffff", 64, true),
        ("2001:db8::1", "2001:db8::2", 128, false), ("::1", "::2", 0, true), ("::1", "10.0.0.1", 0, false),
    ])
    func `A subnet is the bits in common`(one: String, other: String, prefixLength: Int, isCommon: Bool) throws {
        let address = try #require(IPAddress.parse(one))
        let subnet = try #require(IPAddress.parse(other))
        #expect(address.isOnSubnet(of: subnet, prefixLength: prefixLength) == isCommon)
    }
}

@Suite struct SocketAddressTests {
    @Test(arguments: ["127.0.0.1:80", "[::1]:65535", "[fe80::1%lo]:1"])
    func `An address with a port reads as it is written`(text: String) {
        #expect(SocketAddress.parse(text)?.description == text)
    }

    @Test(arguments: [
        "127.0.0.1", "::1:80", "[127.0.0.1]:80", "1.2.3.4:65536", "1.2.3.4:+1", "1.2.3.4:", "host:80", ":1",
    ])
    func `What is no address with a port is refused`(text: String) {
        #expect(SocketAddress.parse(text) == nil)
    }
}

@Suite struct NetworkInterfaceTests {
    @Test func `The loopback interface is listed once, with 127.0.0.1/8`() throws {
        let loopbacks = try NetworkInterface.all().filter { $0.name == "lo" }
        #expect(loopbacks.count == 1)
        let loopback = try #require(loopbacks.first)
        #expect(loopback.isLoopback)
        #expect(loopback.isUp)
        #expect(loopback.index == NetworkInterface.index(ofName: "lo"))
        #expect(loopback.addresses.contains(NetworkInterface.Address(ip: .loopbackV4, prefixLength: 8)))
    }

    @Test func `Peers on its subnets are attached, mapped ones too, and others are not`() throws {
        let loopback = try #require(try NetworkInterface.all().first { $0.name == "lo" })
        #expect(loopback.isAttached(to: .v4(0x7F01_0203)))
        #expect(loopback.isAttached(to: .v6(0xFFFF_7F01_0203, scope: 0)))
        #expect(!loopback.isAttached(to: .v4(0x0808_0808)))
    }

    @Test func `Names and numbers of interfaces lead to each other`() throws {
        let index = try #require(NetworkInterface.index(ofName: "lo"))
        #expect(NetworkInterface.name(ofIndex: index) == "lo")
        #expect(NetworkInterface.name(ofIndex: .max) == nil)
        #expect(NetworkInterface.index(ofName: "nosuch0") == nil)
        #expect(NetworkInterface.index(ofName: "lo\0") == nil)
    }
}

@Suite struct NameLookupTests {
    @Test func `localhost is a loopback address, told once, with the port asked for`() throws {
        let addresses = try NameLookup.addresses(host: "localhost", port: 8_080)
        #expect(!addresses.isEmpty)
        #expect(addresses.allSatisfy { $0.ip.isLoopback && $0.port == 8_080 })
        #expect(Set(addresses).count == addresses.count)
    }

    @Test func `A written address is itself, with its scope`() throws {
        let address = try #require(IPAddress.parse("fe80::1%lo"))
        #expect(try NameLookup.addresses(host: "fe80::1%lo", port: 1) == [SocketAddress(ip: address, port: 1)])
        #expect(try NameLookup.addresses(host: "127.0.0.1", port: 1) == [SocketAddress(ip: .loopbackV4, port: 1)])
    }

    @Test func `A name that can't be is told with the name and a reason in words`() {
        let error = #expect(throws: SystemCallError.self) { _ = try NameLookup.addresses(host: "a b", port: 1) }
        #expect(error?.lookupStatus != 0)
        #expect(error?.description.hasPrefix("getaddrinfo a b: ") == true)
        #expect(error?.reason.contains("error") == false)
    }
}
