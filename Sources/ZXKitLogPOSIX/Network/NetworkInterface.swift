import Glibc

/// A network interface of this machine, as it was when it was asked for.
package struct NetworkInterface: Sendable, Equatable {
    /// An address of an interface, and how many of its first bits name its subnet.
    package struct Address: Sendable, Hashable {
        package let ip: IPAddress
        package let prefixLength: Int

        package init(ip: IPAddress, prefixLength: Int) {
            self.ip = ip
            self.prefixLength = prefixLength
        }
    }

    package let name: String
    /// The kernel's number for it, never 0; also the scope of its link-local addresses.
    package let index: UInt32
    package let isUp: Bool
    package let isLoopback: Bool
    package let isMulticast: Bool
    package fileprivate(set) var addresses: [Address]

    package init(
        name: String, index: UInt32, isUp: Bool, isLoopback: Bool, isMulticast: Bool, addresses: [Address]
    ) {
        self.name = name
        self.index = index
        self.isUp = isUp
        self.isLoopback = isLoopback
        self.isMulticast = isMulticast
        self.addresses = addresses
    }

    /// All interfaces that have an address or a link, in the kernel's order.
    package static func all() throws(SystemCallError) -> [NetworkInterface] {
        var head: UnsafeMutablePointer<ifaddrs>?
        try systemCall("getifaddrs") { unsafe getifaddrs(&head) }
        // The list and all it points to live until freeifaddrs; everything kept is copied out of it before.
        defer { unsafe freeifaddrs(head) }
        var interfaces: [NetworkInterface] = []
        var next = unsafe head
        while let entry = unsafe next {
            unsafe add(entry.pointee, to: &interfaces)
            unsafe next = entry.pointee.ifa_next
        }
        return interfaces
    }

    /// Whether `peer`, an IPv4-mapped one too, has an address on a subnet of this interface.
    package func isAttached(to peer: IPAddress) -> Bool {
        let peer = peer.unmapped
        return addresses.contains { peer.isOnSubnet(of: $0.ip, prefixLength: $0.prefixLength) }
    }

    /// The interface's number; nil if there is none of that name.
    package static func index(ofName name: String) -> UInt32? {
        guard !name.utf8.contains(0) else { return nil }
        // The string lives for the call, and is only read.
        let index = unsafe if_nametoindex(name)
        return index == 0 ? nil : index
    }

    /// The interface's name; nil if there is none of that number.
    package static func name(ofIndex index: UInt32) -> String? {
        // if_indextoname writes at most IF_NAMESIZE bytes, the NUL among them.
        unsafe String(ofAtMost: Int(IF_NAMESIZE)) { memory, _ in unsafe if_indextoname(index, memory) != nil }
    }

    /// An interface is listed once per address, and once for its link.
    private static func add(_ entry: ifaddrs, to interfaces: inout [NetworkInterface]) {
        guard let rawName = unsafe entry.ifa_name else { return }
        // An alias ("eth0:1") is a label of an address of the interface, not an interface.
        let name = String(unsafe String(cString: rawName).prefix { $0 != ":" })
        guard let position = position(of: name, flags: unsafe entry.ifa_flags, in: &interfaces) else { return }
        guard let ip = unsafe IPAddress(entry.ifa_addr) else { return }
        let mask = unsafe IPAddress(entry.ifa_netmask)
        interfaces[position].addresses.append(Address(ip: ip, prefixLength: mask?.leadingOnes ?? ip.bitCount))
    }

    private static func position(of name: String, flags: UInt32, in interfaces: inout [NetworkInterface]) -> Int? {
        if let known = interfaces.firstIndex(where: { $0.name == name }) { return known }
        guard let index = index(ofName: name) else { return nil }
        func isSet(_ flag: Int) -> Bool { flags & UInt32(flag) != 0 }
        interfaces.append(
            NetworkInterface(
                name: name, index: index, isUp: isSet(Int(IFF_UP)),
                isLoopback: isSet(Int(IFF_LOOPBACK)), isMulticast: isSet(Int(IFF_MULTICAST)),
                addresses: []))
        return interfaces.count - 1
    }
}

extension IPAddress {
    fileprivate var bitCount: Int { isV6 ? 128 : 32 }

    fileprivate var leadingOnes: Int {
        switch self {
        case .v4(let bits): (~bits).leadingZeroBitCount
        case .v6(let bits, _): (~bits.number).leadingZeroBitCount
        }
    }
}
