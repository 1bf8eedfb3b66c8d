import Glibc

/// An IPv4 address and a port.
struct Endpoint: CustomStringConvertible, Sendable {
    private var address: sockaddr_in

    init?(address text: String, port: UInt16) {
        address = sockaddr_in()
        address.sin_family = sa_family_t(AF_INET)
        address.sin_port = port.bigEndian
        guard inet_pton(AF_INET, text, &address.sin_addr) == 1 else { return nil }
    }

    /// Lets a system call fill the address in.
    init(filledBy call: (UnsafeMutablePointer<sockaddr>, UnsafeMutablePointer<socklen_t>) -> Void) {
        address = sockaddr_in()
        var length = socklen_t(MemoryLayout<sockaddr_in>.size)
        withUnsafeMutablePointer(to: &address) { pointer in
            pointer.withMemoryRebound(to: sockaddr.self, capacity: 1) { call($0, &length) }
        }
    }

    /// Hands the address to a system call.
    func withSocketAddress(_ call: (UnsafePointer<sockaddr>, socklen_t) -> Int32) -> Int32 {
        withUnsafePointer(to: address) { pointer in
            pointer.withMemoryRebound(to: sockaddr.self, capacity: 1) {
                call($0, socklen_t(MemoryLayout<sockaddr_in>.size))
            }
        }
    }

    var description: String {
        let bytes = withUnsafeBytes(of: address.sin_addr.s_addr) { $0.map(String.init) }
        return "\(bytes.joined(separator: ".")):\(UInt16(bigEndian: address.sin_port))"
    }
}
