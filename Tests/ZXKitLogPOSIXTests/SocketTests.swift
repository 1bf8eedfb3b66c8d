import Glibc
import Testing
import ZXKitLogPOSIX

@Suite struct SocketTests {
    @Test func `Every socket is non-blocking and close-on-exec`() throws {
        let listener = try Socket.listener(at: SocketAddress(ip: .loopbackV4, port: 0), dualStack: false)
        let client = try Socket.connecting(to: listener.localAddress())
        let accepted = try acceptOne(from: listener)
        for file in [listener.descriptor, client.descriptor, accepted.socket.descriptor] {
            #expect(isCloseOnExec(file))
            #expect(isNonBlocking(file))
        }
    }

    @Test func `Both ends know each other's address`() throws {
        let listener = try Socket.listener(at: SocketAddress(ip: .loopbackV4, port: 0), dualStack: false)
        let client = try Socket.connecting(to: listener.localAddress())
        let accepted = try acceptOne(from: listener)
        #expect(try .network(client.localAddress()) == accepted.peer)
        #expect(try .network(accepted.socket.remoteAddress()) == accepted.peer)
        #expect(try client.remoteAddress() == listener.localAddress())
        #expect(try client.remoteAddress().port != 0)
    }

    @Test func `A dual-stack listener takes IPv4 peers and unmaps their address`() throws {
        guard let listener = try ipv6Listener(at: .anyV6, dualStack: true) else { return }
        let port = try listener.localAddress().port
        let client = try Socket.connecting(to: SocketAddress(ip: .loopbackV4, port: port))
        let accepted = try acceptOne(from: listener)
        #expect("\(accepted.peer)".hasPrefix("127.0.0.1:"))
        #expect(try accepted.socket.remoteAddress() == client.localAddress())
        #expect(try accepted.socket.localAddress() == SocketAddress(ip: .loopbackV4, port: port))
    }

    @Test func `An IPv6 listener without dual stack refuses IPv4 peers`() throws {
        guard let listener = try ipv6Listener(at: .anyV6, dualStack: false) else { return }
        let port = try listener.localAddress().port
        #expect(try resultOfConnecting(to: SocketAddress(ip: .loopbackV4, port: port)) == ECONNREFUSED)
        #expect(try resultOfConnecting(to: SocketAddress(ip: .loopbackV6, port: port)) == 0)
    }

    @Test func `A refused connection is told by connectionResult`() throws {
        // A port that was just free, and on which nobody listens any more.
        let listener = try Socket.listener(at: SocketAddress(ip: .loopbackV4, port: 0), dualStack: false)
        let address = try listener.localAddress()
        try listener.close()
        #expect(try resultOfConnecting(to: address) == ECONNREFUSED)
    }

    @Test func `A port that is taken is told with its address`() throws {
        let listener = try Socket.listener(at: SocketAddress(ip: .loopbackV4, port: 0), dualStack: false)
        let address = try listener.localAddress()
        let error = #expect(throws: SystemCallError.self) {
            _ = try Socket.listener(at: address, dualStack: false)
        }
        #expect(error?.errno == EADDRINUSE)
        #expect(error?.description.hasPrefix("\(error?.call ?? "") \(address): ") == true)
    }

    @Test func `With nobody waiting accept would block`() throws {
        let listener = try Socket.listener(at: SocketAddress(ip: .loopbackV4, port: 0), dualStack: false)
        switch try listener.accept() {
        case .wouldBlock: break
        case .connection: Issue.record("somebody connected")
        }
    }

    @Test func `Bytes arrive, and the end after shutdownSending, while the other direction goes on`() throws {
        let connection = try Connection.made()
        var bytes: [UInt8] = []
        #expect(try connection.server.receive(appendingTo: &bytes, atMost: 10) == .wouldBlock)
        #expect(try connection.client.send([1, 2, 3]) == .bytes(3))
        try connection.client.shutdownSending()
        #expect(try connection.server.wait(for: .readable, timeout: patience))
        #expect(try connection.server.receive(appendingTo: &bytes, atMost: 10) == .bytes(3))
        #expect(bytes == [1, 2, 3])
        #expect(try connection.server.wait(for: .readable, timeout: patience))
        #expect(try connection.server.receive(appendingTo: &bytes, atMost: 10) == .endOfStream)
        #expect(try connection.server.send([4]) == .bytes(1))
        #expect(try connection.client.wait(for: .readable, timeout: patience))
        #expect(try connection.client.receive(appendingTo: &bytes, atMost: 10) == .bytes(1))
    }

    @Test func `Sending after the end is EPIPE and no signal, on any thread`() async {
        await #expect(processExitsWith: .success) {
            signal(SIGPIPE, SIG_DFL)
            var mask = sigset_t()
            sigemptyset(&mask)
            pthread_sigmask(SIG_SETMASK, &mask, nil)
            let connection = try Connection.made()
            try connection.client.shutdownSending()
            do throws(SystemCallError) {
                _ = try connection.client.send([1])
                exit(2)
            } catch {
                exit(error.errno == EPIPE ? 0 : 3)
            }
        }
    }

    @Test func `A peer that doesn't read fills the bounded buffers, and what it holds is unacknowledged`() throws {
        let listener = try Socket.listener(at: SocketAddress(ip: .loopbackV4, port: 0), dualStack: false)
        try listener.setReceiveBufferSize(8_192)
        let client = try Socket.connecting(to: listener.localAddress())
        try client.setSendBufferSize(32_768)
        let accepted = try acceptOne(from: listener)
        let block = [UInt8](repeating: 1, count: 16_384)
        var sent = 0
        sending: while true {
            switch try client.send(block) {
            case .bytes(let count): sent += count
            case .wouldBlock: break sending
            }
        }
        #expect(sent < 500_000)
        #expect(try client.unacknowledgedBytes() > 0)
        try accepted.socket.close()
    }

    @Test func `Options are really set`() throws {
        let connection = try Connection.made()
        let client = connection.client.descriptor
        try connection.client.setNoDelay(true)
        try connection.client.setUnsentLowWaterMark(131_072)
        try connection.client.setKeepAlive(idle: .seconds(15), interval: .seconds(5), count: 3)
        try connection.client.setUserTimeout(.seconds(30))
        #expect(option(client, Int32(IPPROTO_TCP), TCP_NODELAY) == 1)
        #expect(option(client, Int32(IPPROTO_TCP), TCP_NOTSENT_LOWAT) == 131_072)
        #expect(option(client, SOL_SOCKET, SO_KEEPALIVE) == 1)
        #expect(option(client, Int32(IPPROTO_TCP), TCP_KEEPIDLE) == 15)
        #expect(option(client, Int32(IPPROTO_TCP), TCP_KEEPINTVL) == 5)
        #expect(option(client, Int32(IPPROTO_TCP), TCP_KEEPCNT) == 3)
        #expect(option(client, Int32(IPPROTO_TCP), TCP_USER_TIMEOUT) == 30_000)
    }

    @Test func `An unconnected socket has no peer`() throws {
        let listener = try Socket.listener(at: SocketAddress(ip: .loopbackV4, port: 0), dualStack: false)
        #expect(throws: SystemCallError(errno: ENOTCONN, call: "getpeername")) { try listener.remoteAddress() }
    }
}

/// Nil where IPv6 is switched off.
private func ipv6Listener(at ip: IPAddress, dualStack: Bool) throws -> Socket? {
    do throws(SystemCallError) {
        return try Socket.listener(at: SocketAddress(ip: ip, port: 0), dualStack: dualStack)
    } catch {
        guard error.errno == EAFNOSUPPORT || error.errno == EADDRNOTAVAIL else { throw error }
        return nil
    }
}

private func resultOfConnecting(to address: SocketAddress) throws -> Int32 {
    let client = try Socket.connecting(to: address)
    guard try client.wait(for: .writable, timeout: patience) else { throw Late() }
    return client.connectionResult()?.errno ?? 0
}

private func option(_ socket: Int32, _ level: Int32, _ option: Int32) -> Int32 {
    var value: Int32 = -1
    var size = socklen_t(MemoryLayout<Int32>.size)
    getsockopt(socket, level, option, &value, &size)
    return value
}
