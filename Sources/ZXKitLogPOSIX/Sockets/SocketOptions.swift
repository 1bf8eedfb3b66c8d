import CZXKitSupport
import Glibc

extension Socket {
    /// Where the socket is on this machine; an IPv4-mapped address is unmapped.
    package borrowing func localAddress() throws(SystemCallError) -> SocketAddress {
        let file = descriptor
        return try unsafe address("getsockname") { unsafe getsockname(file, $0, $1) }
    }

    /// Where the peer is; an IPv4-mapped address is unmapped. `ENOTCONN` when there is none.
    package borrowing func remoteAddress() throws(SystemCallError) -> SocketAddress {
        let file = descriptor
        return try unsafe address("getpeername") { unsafe getpeername(file, $0, $1) }
    }

    /// Whether small writes are sent at once instead of being gathered while others are on their way (TCP_NODELAY).
    package borrowing func setNoDelay(_ isOn: Bool) throws(SystemCallError) {
        try setOption(Int32(IPPROTO_TCP), TCP_NODELAY, to: isOn ? 1 : 0, named: "TCP_NODELAY")
    }

    /// Bounds what the kernel keeps for the peer; it takes twice the number, for its own bookkeeping (socket(7)).
    package borrowing func setSendBufferSize(_ bytes: Int) throws(SystemCallError) {
        try setOption(SOL_SOCKET, SO_SNDBUF, to: Int32(clamping: bytes), named: "SO_SNDBUF")
    }

    /// Bounds what the kernel keeps for us to receive. Before connecting or listening, to bound the TCP window too.
    package borrowing func setReceiveBufferSize(_ bytes: Int) throws(SystemCallError) {
        try setOption(SOL_SOCKET, SO_RCVBUF, to: Int32(clamping: bytes), named: "SO_RCVBUF")
    }

    /// Counts as writable only while fewer bytes than this are waiting to be sent (TCP_NOTSENT_LOWAT).
    package borrowing func setUnsentLowWaterMark(_ bytes: Int) throws(SystemCallError) {
        let value = Int32(clamping: bytes)
        try setOption(Int32(IPPROTO_TCP), TCP_NOTSENT_LOWAT, to: value, named: "TCP_NOTSENT_LOWAT")
    }

    /// Asks a silent peer whether it is still there.
    ///
    /// - Parameters:
    ///   - idle: the silence before the first question, in whole seconds.
    ///   - interval: between questions, in whole seconds.
    ///   - count: unanswered questions after which the connection is `ETIMEDOUT`.
    /// - Throws: `EINVAL` for numbers above the kernel's limits (32,767 s; 127 questions).
    package borrowing func setKeepAlive(idle: Duration, interval: Duration, count: Int) throws(SystemCallError) {
        let tcp = Int32(IPPROTO_TCP)
        try setOption(tcp, TCP_KEEPIDLE, to: seconds(idle), named: "TCP_KEEPIDLE")
        try setOption(tcp, TCP_KEEPINTVL, to: seconds(interval), named: "TCP_KEEPINTVL")
        try setOption(tcp, TCP_KEEPCNT, to: Int32(clamping: count), named: "TCP_KEEPCNT")
        try setOption(SOL_SOCKET, SO_KEEPALIVE, to: 1, named: "SO_KEEPALIVE")
    }

    /// Ends the connection with `ETIMEDOUT` when what was sent stays unacknowledged so long (TCP_USER_TIMEOUT).
    package borrowing func setUserTimeout(_ timeout: Duration) throws(SystemCallError) {
        let milliseconds = Int32(clamping: timeout.saturatedNanoseconds / 1_000_000)
        try setOption(Int32(IPPROTO_TCP), TCP_USER_TIMEOUT, to: milliseconds, named: "TCP_USER_TIMEOUT")
    }

    /// Bytes sent that the peer's kernel has not acknowledged yet.
    package borrowing func unacknowledgedBytes() throws(SystemCallError) -> Int {
        let file = descriptor
        return Int(try systemCall("ioctl", on: "SIOCOUTQ") { zxkit_unacknowledged_bytes(file) })
    }

    borrowing func setOption(
        _ level: Int32, _ option: Int32, to value: Int32, named name: String
    ) throws(SystemCallError) {
        let file = descriptor
        var value = value
        // The kernel copies the four bytes before the call returns.
        try systemCall("setsockopt", on: name) {
            unsafe setsockopt(file, level, option, &value, socklen_t(MemoryLayout<Int32>.size))
        }
    }

    borrowing func option(_ level: Int32, _ option: Int32, named name: String) throws(SystemCallError) -> Int32 {
        let file = descriptor
        var value: Int32 = 0
        var size = socklen_t(MemoryLayout<Int32>.size)
        // The kernel writes at most `size` bytes, which is what there is.
        try systemCall("getsockopt", on: name) { unsafe getsockopt(file, level, option, &value, &size) }
        return value
    }

    private borrowing func address(
        _ call: String, _ body: (UnsafeMutablePointer<sockaddr>, UnsafeMutablePointer<socklen_t>) -> Int32
    ) throws(SystemCallError) -> SocketAddress {
        let address = try unsafe SocketAddress.filled { (address, size) throws(SystemCallError) in
            _ = try systemCall(call) { unsafe body(address, size) }
        }
        guard let address else { throw SystemCallError(errno: EAFNOSUPPORT, call: call) }
        return address.unmapped
    }

    private func seconds(_ duration: Duration) -> Int32 {
        Int32(clamping: max(1, duration.saturatedNanoseconds / 1_000_000_000))
    }
}

extension SocketAddress {
    /// The same with an IPv4-mapped address unmapped.
    package var unmapped: SocketAddress { SocketAddress(ip: ip.unmapped, port: port) }
}
